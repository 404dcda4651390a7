/**
 * A compact binary form of an item, as a contender: a tag byte for each value, lengths as varints,
 * texts in UTF-8, binaries raw. A sketch, but written as a real one would be: no intermediate
 * objects on the way in, and on the way to an answer the bytes become JSON text directly.
 */
import { typeOf, type AttributeMap, type AttributeValue } from '../../src/model/attribute-value.js'
import { itemSizeBytesMax } from '../../src/model/limits.js'

const tags = ['S', 'N', 'B', 'BOOL', 'NULL', 'SS', 'NS', 'BS', 'L', 'M'] as const
type Tag = (typeof tags)[number]
const tagBytes = new Map<Tag, number>(tags.map((tag, index) => [tag, index]))

/** Names, tags and lengths of the smallest values can make the form larger than the item's size. */
const scratch = Buffer.allocUnsafeSlow(itemSizeBytesMax * 4)
let end = 0

export function encodeBinary(item: AttributeMap, headerBytes: number): Buffer {
  end = headerBytes
  writeMap(item)
  const bytes = Buffer.allocUnsafe(end)
  scratch.copy(bytes, 0, 0, end)
  return bytes
}

function writeMap(map: AttributeMap): void {
  const names = Object.keys(map)
  writeLength(names.length)
  for (const name of names) {
    writeText(name)
    writeValue(map[name]!)
  }
}

function writeValue(value: AttributeValue): void {
  scratch[end++] = tagBytes.get(typeOf(value))!
  if ('S' in value) writeText(value.S)
  else if ('N' in value) writeText(value.N)
  else if ('B' in value) writeBase64(value.B)
  else if ('BOOL' in value) scratch[end++] = value.BOOL ? 1 : 0
  else if ('M' in value) writeMap(value.M)
  else if ('L' in value) writeEach(value.L, writeValue)
  else if ('SS' in value) writeEach(value.SS, writeText)
  else if ('NS' in value) writeEach(value.NS, writeText)
  else if ('BS' in value) writeEach(value.BS, writeBase64)
}

function writeEach<T>(elements: readonly T[], write: (element: T) => void): void {
  writeLength(elements.length)
  for (const element of elements) write(element)
}

function writeLength(length: number): void {
  let rest = length
  while (rest >= 0x80) {
    scratch[end++] = (rest & 0x7f) | 0x80
    rest >>>= 7
  }
  scratch[end++] = rest
}

/** A call into native code costs more than a short loop. */
const shortText = 32

function writeText(text: string): void {
  if (text.length < shortText && writeShortAscii(text)) return
  writeLength(Buffer.byteLength(text))
  end += scratch.write(text, end, 'utf8')
}

function writeShortAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code > 0x7f) return false
    scratch[end + 1 + i] = code
  }
  scratch[end] = text.length
  end += 1 + text.length
  return true
}

function writeBase64(base64: string): void {
  const bytes = Buffer.from(base64, 'base64')
  writeLength(bytes.length)
  end += bytes.copy(scratch, end)
}

let source: Buffer = scratch
let at = 0

export function decodeBinary(bytes: Buffer, headerBytes: number): AttributeMap {
  source = bytes
  at = headerBytes
  return readMap()
}

function readMap(): AttributeMap {
  const map: Record<string, AttributeValue> = {}
  const count = readLength()
  for (let i = 0; i < count; i++) {
    const name = readText()
    map[name] = readValue()
  }
  return map
}

function readValue(): AttributeValue {
  const tag = tags[source[at++]!]!
  switch (tag) {
    case 'S':
      return { S: readText() }
    case 'N':
      return { N: readText() }
    case 'B':
      return { B: readBase64() }
    case 'BOOL':
      return { BOOL: source[at++] === 1 }
    case 'NULL':
      return { NULL: true }
    case 'SS':
      return { SS: readEach(readText) }
    case 'NS':
      return { NS: readEach(readText) }
    case 'BS':
      return { BS: readEach(readBase64) }
    case 'L':
      return { L: readEach(readValue) }
    case 'M':
      return { M: readMap() }
  }
}

function readEach<T>(read: () => T): T[] {
  const elements: T[] = []
  const count = readLength()
  for (let i = 0; i < count; i++) elements.push(read())
  return elements
}

function readLength(): number {
  let length = 0
  for (let shift = 0; ; shift += 7) {
    const byte = source[at++]!
    length |= (byte & 0x7f) << shift
    if (byte < 0x80) return length
  }
}

function readText(): string {
  const length = readLength()
  const from = at
  at += length
  return source.toString('utf8', from, at)
}

function readBase64(): string {
  const length = readLength()
  const from = at
  at += length
  return source.toString('base64', from, at)
}

/** JSON text straight from the stored bytes, with no item in between. */
export function binaryToJson(bytes: Buffer, headerBytes: number): string {
  source = bytes
  at = headerBytes
  return mapToJson()
}

function mapToJson(): string {
  const count = readLength()
  let json = '{'
  for (let i = 0; i < count; i++) {
    if (i > 0) json += ','
    json += JSON.stringify(readText()) + ':' + valueToJson()
  }
  return json + '}'
}

function valueToJson(): string {
  const tag = tags[source[at++]!]!
  return `{"${tag}":${payloadToJson(tag)}}`
}

function payloadToJson(tag: Tag): string {
  switch (tag) {
    case 'S':
      return JSON.stringify(readText())
    case 'N':
      return `"${readText()}"`
    case 'B':
      return `"${readBase64()}"`
    case 'BOOL':
      return source[at++] === 1 ? 'true' : 'false'
    case 'NULL':
      return 'true'
    case 'SS':
      return `[${readEach(() => JSON.stringify(readText())).join()}]`
    case 'NS':
      return `[${readEach(() => `"${readText()}"`).join()}]`
    case 'BS':
      return `[${readEach(() => `"${readBase64()}"`).join()}]`
    case 'L':
      return `[${readEach(valueToJson).join()}]`
    case 'M':
      return mapToJson()
  }
}
