/** The parts of docs/performance.md that the comparison writes, each between two comments. */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { PartName } from './plan.js'

const file = fileURLToPath(new URL('../../../docs/performance.md', import.meta.url))

export function writeDocument(parts: ReadonlyMap<PartName, string>): void {
  let text = readFileSync(file, 'utf8')
  for (const [part, content] of parts) text = withPart(text, part, content)
  writeFileSync(file, text)
  console.log('Written: docs/performance.md')
}

export function withPart(text: string, part: PartName, content: string): string {
  const [open, close] = [`<!-- compare: ${part} -->`, `<!-- end of ${part} -->`]
  const [start, end] = [text.indexOf(open), text.indexOf(close)]
  if (start === -1 || end < start) throw new Error(`the document has no place for ${part}`)
  return `${text.slice(0, start)}${open}\n\n${content}\n\n${text.slice(end)}`
}
