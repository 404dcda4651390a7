/**
 * Sort keys of type N in the key bytes of DAX: bytes whose order is that of the numbers. A number is
 * 0.d₁d₂d₃… × 10^x; a header has its sign and x, then come groups of three digits in ten bits each, and a
 * terminator that says how many digits of the last group are padding.
 *
 * Clients print the digits as they are, so all digits of the integer part are written.
 */
/** The powers of ten that fit into the header's first byte. */
const shortPowerMin = -62
const shortPowerMax = 61
const groupBits = 10
const groupMask = (1 << groupBits) - 1
/** Groups begin above the terminators. */
const groupBase = 12

/** `text` is a number in normal form. */
export function encodeLexDecimal(text: string): Buffer {
  if (text === '0') return Buffer.of(0x80)
  const isNegative = text.startsWith('-')
  const [whole = '', fraction = ''] = (isNegative ? text.slice(1) : text).split('.')
  const digits = (whole + fraction).replace(/^0+/, '')
  const header = headerOf(digits.length - fraction.length, isNegative)
  return Buffer.concat([header, groupsOf(digits, isNegative)])
}

function headerOf(power: number, isNegative: boolean): Buffer {
  if (power >= shortPowerMin && power <= shortPowerMax) {
    return Buffer.of(isNegative ? 0x3f - power : 0xc0 + power)
  }
  const header = Buffer.alloc(5)
  const isLarge = power > 0
  header[0] = isNegative ? (isLarge ? 0x01 : 0x7e) : isLarge ? 0xfe : 0x81
  header.writeUInt32BE((power ^ signMask(isNegative)) >>> 0, 1)
  return header
}

function signMask(isNegative: boolean): number {
  return isNegative ? 0x7fffffff : 0x80000000
}

function groupsOf(digits: string, isNegative: boolean): Buffer {
  const padded = digits.padEnd(Math.ceil(digits.length / 3) * 3, '0')
  const terminator = 2 - (padded.length - digits.length)
  const words: number[] = []
  for (let i = 0; i < padded.length; i += 3) words.push(Number(padded.slice(i, i + 3)) + groupBase)
  words.push(terminator)
  return packed(isNegative ? words.map((word) => groupMask - word) : words)
}

function packed(words: readonly number[]): Buffer {
  const bytes: number[] = []
  let held = 0
  let bits = 0
  for (const word of words) {
    held = (held << groupBits) | word
    for (bits += groupBits; bits >= 8; bits -= 8) bytes.push((held >> (bits - 8)) & 0xff)
    held &= (1 << bits) - 1
  }
  if (bits > 0) bytes.push((held << (8 - bits)) & 0xff)
  return Buffer.from(bytes)
}

/** More than any sort key has. */
const encodedBytesMax = 256

/** A number that may not be in normal form; undefined if the bytes are none. */
export function decodeLexDecimal(bytes: Buffer): string | undefined {
  const first = bytes.length <= encodedBytesMax ? bytes[0] : undefined
  if (first === undefined || first === 0x00 || first === 0xff) return undefined
  if (first === 0x80 || first === 0x7f) return bytes.length === 1 ? '0' : undefined
  const isNegative = first < 0x80
  const isLong = first === 0x01 || first === 0x7e || first === 0x81 || first === 0xfe
  if (isLong && bytes.length < 5) return undefined
  const power = isLong
    ? (bytes.readUInt32BE(1) ^ signMask(isNegative)) | 0
    : isNegative
      ? 0x3f - first
      : first - 0xc0
  const digits = digitsIn(bytes.subarray(isLong ? 5 : 1), isNegative)
  if (digits === undefined) return undefined
  return `${isNegative ? '-' : ''}${digits}E${power - digits.length}`
}

function digitsIn(bytes: Buffer, isNegative: boolean): string | undefined {
  let digits = ''
  for (let bit = 0; bit + groupBits <= bytes.length * 8; bit += groupBits) {
    const word = wordAt(bytes, bit)
    const group = isNegative ? groupMask - word : word
    if (group <= 2) return withoutPadding(digits, 2 - group)
    if (group < groupBase || group > groupBase + 999) return undefined
    digits += String(group - groupBase).padStart(3, '0')
  }
  return undefined
}

function wordAt(bytes: Buffer, bit: number): number {
  const at = bit >> 3
  const both = (bytes[at]! << 8) | (bytes[at + 1] ?? 0)
  // Ten bits never reach beyond two bytes, because they begin at an even bit.
  return (both >> (6 - (bit & 7))) & groupMask
}

function withoutPadding(digits: string, padding: number): string | undefined {
  return digits.length === 0 ? undefined : digits.slice(0, digits.length - padding)
}
