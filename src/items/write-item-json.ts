/**
 * Writes the JSON of an item into memory: byte for byte what `JSON.stringify` returns, in UTF-8.
 *
 * Most of an item is names and texts of plain ASCII, which are copied here as they are. `JSON.stringify` would build a text
 * of several pieces first, which are joined once more to be written: three times the time, and most of the garbage of a
 * write. What is not plain is left to it.
 */
import type { AttributeValue } from '../model/attribute-value.js'
import type { Item } from '../model/item.js'

/** Up to about this length a loop over the characters is faster than a call out of JavaScript. */
const shortTextLengthMax = 64
/** All that may stand in a JSON text as it is, in one byte. */
const notPlain = /[^\x20\x21\x23-\x5b\x5d-\x7e]/
/** What a character may take in UTF-8, and what stands around a text at most. */
const characterBytesMax = 3
const aroundTextBytesMax = 16

const [quote, comma, colon, openBrace, closeBrace] = [0x22, 0x2c, 0x3a, 0x7b, 0x7d]
const [backslash, letterN, letterS] = [0x5c, 0x4e, 0x53]
const [firstPlain, lastPlain] = [0x20, 0x7e]

/** An offset where there is none: the memory might be too small. */
const noRoom = -1

/** Returns the number of bytes, or undefined if the memory might be too small. */
export function writeItemJson(item: Item, memory: Buffer): number | undefined {
  let end = 0
  for (const name in item) {
    memory[end] = end === 0 ? openBrace : comma
    const colonAt = writeText(name, memory, end + 1)
    if (colonAt === noRoom) return undefined
    memory[colonAt] = colon
    end = writeValue(item[name]!, memory, colonAt + 1)
    if (end === noRoom) return undefined
  }
  if (end === 0) memory[end++] = openBrace
  memory[end++] = closeBrace
  return end
}

/** Each of these returns where the next byte belongs. */
function writeValue(value: AttributeValue, memory: Buffer, at: number): number {
  const { S, N } = value as { readonly S?: string; readonly N?: string }
  if (S !== undefined) return writeTyped(letterS, S, memory, at)
  if (N !== undefined) return writeTyped(letterN, N, memory, at)
  return writeJson(JSON.stringify(value), memory, at)
}

function writeTyped(type: number, text: string, memory: Buffer, at: number): number {
  memory[at] = openBrace
  memory[at + 1] = quote
  memory[at + 2] = type
  memory[at + 3] = quote
  memory[at + 4] = colon
  const end = writeText(text, memory, at + 5)
  if (end === noRoom) return noRoom
  memory[end] = closeBrace
  return end + 1
}

function writeText(text: string, memory: Buffer, at: number): number {
  const end = at + 1 + text.length
  if (end + aroundTextBytesMax > memory.length) return noRoom
  if (!writePlain(text, memory, at + 1)) return writeJson(JSON.stringify(text), memory, at)
  memory[at] = quote
  memory[end] = quote
  return end + 1
}

/** Returns whether all of the text is plain; otherwise some of it may be written. */
function writePlain(text: string, memory: Buffer, at: number): boolean {
  const { length } = text
  if (length > shortTextLengthMax) {
    if (notPlain.test(text)) return false
    memory.write(text, at, 'latin1')
    return true
  }
  for (let i = 0; i < length; i++) {
    const code = text.charCodeAt(i)
    if (code < firstPlain || code > lastPlain || code === quote || code === backslash) return false
    memory[at + i] = code
  }
  return true
}

function writeJson(json: string, memory: Buffer, at: number): number {
  const bytesMax = json.length * characterBytesMax + aroundTextBytesMax
  if (at + bytesMax > memory.length) return noRoom
  return at + memory.write(json, at, 'utf8')
}
