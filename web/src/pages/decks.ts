/** What the server finds of a deck. */
export interface DeckChecked {
  ok: boolean;
  name: string;
  element: string | null;
  cards: Record<string, number>;
  code: string | null;
  faults: { code: string; message_en: string; message_ja: string }[];
}
