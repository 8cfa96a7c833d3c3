// Tells a person that it is their turn, also while the page is closed. It keeps nothing and answers no requests: the page
// always comes from the server as it is.
const WORDS = {
  en: { title: "Your turn", body: "{game}: it is your turn, {name}." },
  ja: { title: "あなたの番です", body: "{game}: {name}さんの番です。" },
};
const GAMES = {
  space_editor: { en: "Space Editor", ja: "スペースエディター" },
  vediic: { en: "Vediic", ja: "ヴェディック" },
  five_spheres: { en: "Five Spheres", ja: "五つの圏" },
};

self.addEventListener("push", (event) => {
  let notice = null;
  try {
    notice = event.data?.json() ?? null;
  } catch {
    // not one of ours: it is told in general words
  }
  const lang = (self.navigator.language ?? "en").startsWith("ja") ? "ja" : "en";
  const words = WORDS[lang];
  const game = GAMES[notice?.game]?.[lang] ?? "Orrery";
  const body = notice?.name ? words.body.replace("{game}", game).replace("{name}", notice.name) : game;
  event.waitUntil(
    self.registration.showNotification(words.title, {
      body,
      lang,
      icon: "/icon.svg",
      tag: notice?.table ?? "orrery",
      data: { table: notice?.table ?? null },
    }),
  );
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const table = event.notification.data?.table;
  const path = table ? `/table/${encodeURIComponent(table)}` : "/mine";
  event.waitUntil(
    (async () => {
      const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
      const there = pages.find((page) => new URL(page.url).pathname === path);
      if (there) await there.focus();
      else await self.clients.openWindow(path);
    })(),
  );
});
