// An engine in JavaScript: it speaks the protocol of docs/engines.md and takes the longest action, which in all three
// games is mostly one that does something.
//
//     orrery play vediic human "cmd:node examples/bots/engine.mjs"
import { createInterface } from 'node:readline'

function answer(request) {
  if (request.op === 'hello') return { ok: true, protocol: 1, name: 'talkative' }
  if (request.op !== 'choose') return { ok: true }
  const longest = request.actions.reduce((best, word) => (word.length > best.length ? word : best))
  return { ok: true, action: longest }
}

for await (const line of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(answer(JSON.parse(line))))
}
