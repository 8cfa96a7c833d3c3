// Lays compressed copies beside the files of a built page, which the server sends to browsers that take them:
//     node compress.mjs FOLDER
// A copy that saves nothing is not kept.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const TEXT = /\.(css|html|js|json|svg|txt|webmanifest)$/;

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error("node compress.mjs FOLDER");
for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !TEXT.test(entry.name)) continue;
  const place = join(entry.parentPath, entry.name);
  const plain = readFileSync(place);
  const copies = {
    br: brotliCompressSync(plain, {
      params: {
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
      },
    }),
    gz: gzipSync(plain, { level: constants.Z_BEST_COMPRESSION }),
  };
  for (const [suffix, copy] of Object.entries(copies)) {
    if (copy.length < plain.length) writeFileSync(`${place}.${suffix}`, copy);
  }
}
