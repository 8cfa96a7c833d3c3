/** The form for a table of Vediic: there is nothing to choose but who plays. */
import type { FormLayout } from "../contract";

export default { order: 2, texts: {}, choices: [] } satisfies FormLayout;
