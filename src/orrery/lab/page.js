// What the page of a sheet does beyond being read: languages, themes, sorting, finding, copying. All else works without it.
(() => {
  const LANGS = ["en", "ja"];
  const THEMES = ["light", "dark"];
  const root = document.documentElement;
  const night = matchMedia("(prefers-color-scheme: dark)");
  const all = (what, where = document) => [...where.querySelectorAll(what)];

  // --- what was chosen; the address keeps it, as in #ja+dark+at-cards

  const chosen = { lang: "", theme: "", at: "" };
  const resorts = [];

  const read = () => {
    chosen.at = "";
    for (const word of location.hash.slice(1).split("+")) {
      if (LANGS.includes(word)) chosen.lang = word;
      else if (THEMES.includes(word)) chosen.theme = word;
      else chosen.at = word;
    }
  };

  const keep = () => {
    const hash = [chosen.lang, chosen.theme, chosen.at].filter(Boolean).join("+");
    if (hash !== location.hash.slice(1)) history.replaceState(null, "", `#${hash}`);
  };

  const usual = () => navigator.languages.map((lang) => lang.slice(0, 2)).find((lang) => LANGS.includes(lang)) ?? "en";

  const show = () => {
    const lang = chosen.lang || usual();
    const turned = lang !== root.lang;
    root.lang = lang;
    if (chosen.theme) root.dataset.theme = chosen.theme;
    root.dataset.shown = chosen.theme || (night.matches ? "dark" : "light");
    for (const one of all("[data-en]")) one.textContent = one.dataset[lang];
    for (const one of all("[data-lang]")) one.setAttribute("aria-pressed", String(one.dataset.lang === lang));
    if (turned) for (const resort of resorts) resort();
    if (turned) for (const box of all(".box")) wide(box);
  };

  const go = () => {
    read();
    keep();
    show();
    if (chosen.at) document.getElementById(chosen.at)?.scrollIntoView();
  };

  for (const button of all("[data-lang]")) {
    button.addEventListener("click", () => {
      chosen.lang = button.dataset.lang;
      keep();
      show();
    });
  }
  document.getElementById("theme").addEventListener("click", () => {
    chosen.theme = root.dataset.shown === "dark" ? "light" : "dark";
    keep();
    show();
  });
  document.querySelector(".tools").hidden = false;
  night.addEventListener("change", show);
  addEventListener("hashchange", go);

  // --- sorting: by numbers, or by what a cell says in the language that is shown; what is unknown stays last

  const words = (cell) => (cell.querySelector(`.${root.lang}`) ?? cell).textContent.trim();

  const sort = (table, place, down) => {
    const letters = new Intl.Collator(root.lang, { numeric: true });
    const rows = [...table.tBodies[0].rows].map((row) => {
      const cell = row.cells[place];
      const value = cell.dataset.value === undefined ? words(cell) : cell.dataset.value && Number(cell.dataset.value);
      return { row, value, unknown: value === "" };
    });
    rows.sort((a, b) => {
      if (a.unknown || b.unknown) return Number(a.unknown) - Number(b.unknown);
      const found = typeof a.value === "number" ? a.value - b.value : letters.compare(a.value, b.value);
      return down ? -found : found;
    });
    table.tBodies[0].append(...rows.map((one) => one.row));
    [...table.tHead.rows[0].cells].forEach((head, at) => {
      if (at === place) head.setAttribute("aria-sort", down ? "descending" : "ascending");
      else head.removeAttribute("aria-sort");
    });
  };

  for (const table of all("table")) {
    let by = -1;
    let down = false;
    [...table.tHead.rows[0].cells].forEach((head, place) => {
      if (head.hasAttribute("aria-sort")) [by, down] = [place, head.getAttribute("aria-sort") === "descending"];
      const button = document.createElement("button");
      button.type = "button";
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => {
        // Numbers begin with the largest, words with the first letter.
        down = by === place ? !down : head.classList.contains("n");
        by = place;
        sort(table, by, down);
      });
    });
    resorts.push(() => by >= 0 && sort(table, by, down));
  }

  // --- a table that is wider than its box fades at the edge until its end is in sight

  const wide = (box) => box.classList.toggle("goes-on", box.scrollLeft + box.clientWidth < box.scrollWidth - 2);
  const grown = new ResizeObserver((seen) => seen.forEach((one) => wide(one.target)));
  for (const box of all(".box")) {
    box.addEventListener("scroll", () => wide(box), { passive: true });
    grown.observe(box);
  }

  // --- finding rows

  for (const find of all(".find")) {
    const rows = all("tbody tr", document.getElementById(find.dataset.of));
    const input = find.querySelector("input");
    input.addEventListener("input", () => {
      const wish = input.value.trim().toLowerCase();
      for (const row of rows) row.hidden = !row.textContent.toLowerCase().includes(wish);
      const left = rows.filter((row) => !row.hidden).length;
      find.querySelector("output").textContent = wish ? `${left} / ${rows.length}` : "";
    });
    find.hidden = false;
  }

  // --- copying commands

  for (const button of all(".copy")) {
    const text = button.parentElement.querySelector("code");
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(text.textContent);
      } catch {
        // Some browsers give a file no clipboard: select the text, and copy that.
        getSelection().selectAllChildren(text);
        if (!document.execCommand("copy")) return;
      }
      button.dataset.done = "";
      setTimeout(() => delete button.dataset.done, 2500);
    });
    button.hidden = false;
  }

  // --- on paper nothing can be opened

  let shut = [];
  addEventListener("beforeprint", () => {
    shut = all("details:not([open])");
    for (const one of shut) one.open = true;
  });
  addEventListener("afterprint", () => {
    for (const one of shut) one.open = false;
  });

  go();
})();
