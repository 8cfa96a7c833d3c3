/** Small sounds, made by the browser itself: a tone or two, soft and short. */

export type SoundName = "place" | "turn" | "move" | "good" | "bad" | "draw" | "dice" | "fall" | "cheer";

const TONES: Record<SoundName, { notes: number[]; long: number; kind: OscillatorType }> = {
  place: { notes: [220], long: 0.09, kind: "triangle" },
  turn: { notes: [392, 523], long: 0.12, kind: "sine" },
  move: { notes: [294], long: 0.08, kind: "sine" },
  good: { notes: [523, 659, 784], long: 0.14, kind: "sine" },
  bad: { notes: [196, 165], long: 0.16, kind: "triangle" },
  dice: { notes: [330, 262, 349, 294], long: 0.05, kind: "square" },
  fall: { notes: [165, 123, 98], long: 0.2, kind: "triangle" },
  cheer: { notes: [523, 659, 784, 1047], long: 0.16, kind: "sine" },
  draw: { notes: [440], long: 0.05, kind: "sine" },
};

let context: AudioContext | null = null;

export function play(name: SoundName): void {
  // Before anybody has touched the page a browser plays nothing, and complains.
  if (navigator.userActivation?.hasBeenActive === false) return;
  try {
    context ??= new AudioContext();
    if (context.state === "suspended") void context.resume();
    const { notes, long, kind } = TONES[name];
    let at = context.currentTime;
    for (const note of notes) {
      const tone = context.createOscillator();
      const loud = context.createGain();
      tone.type = kind;
      tone.frequency.value = note;
      loud.gain.setValueAtTime(0.0001, at);
      loud.gain.exponentialRampToValueAtTime(0.12, at + 0.015);
      loud.gain.exponentialRampToValueAtTime(0.0001, at + long);
      tone.connect(loud).connect(context.destination);
      tone.start(at);
      tone.stop(at + long + 0.02);
      at += long * 0.8;
    }
  } catch {
    // a browser without sound
  }
}
