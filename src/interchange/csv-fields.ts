/** The fields of one line of a CSV file. */
import { UnreadableText } from './text-record.js'

export function csvFields(line: string, delimiter: string): readonly string[] {
  if (!line.includes('"')) return line.split(delimiter)
  const fields: string[] = []
  let at = 0
  for (;;) {
    const end = line[at] === '"' ? endOfQuotedField(line, at) : endOfBareField(line, at, delimiter)
    const text = line.slice(at, end)
    fields.push(line[at] === '"' ? text.slice(1, -1).replaceAll('""', '"') : text)
    if (end === line.length) return fields
    if (line[end] !== delimiter) throw strayMark()
    at = end + 1
  }
}

function endOfQuotedField(line: string, start: number): number {
  let at = line.indexOf('"', start + 1)
  while (at !== -1 && line[at + 1] === '"') at = line.indexOf('"', at + 2)
  if (at === -1) throw strayMark()
  return at + 1
}

function endOfBareField(line: string, start: number, delimiter: string): number {
  const found = line.indexOf(delimiter, start)
  const end = found === -1 ? line.length : found
  const mark = line.indexOf('"', start)
  if (mark !== -1 && mark < end) throw strayMark()
  return end
}

function strayMark(): UnreadableText {
  return new UnreadableText('A quotation mark stands where none may be')
}
