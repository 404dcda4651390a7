/** Texts as DynamoDB sees them: UTF-8 bytes. */
export function utf8Length(text: string): number {
  let bytes = 0
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit < 0x80) bytes += 1
    else if (unit < 0x800) bytes += 2
    else if (isHighSurrogate(unit) && isLowSurrogate(text.charCodeAt(i + 1))) {
      bytes += 4
      i++
    } else bytes += 3
  }
  return bytes
}

/** By UTF-8 bytes, which is by code points: characters beyond the basic plane come last. */
export function compareTexts(left: string, right: string): number {
  const length = Math.min(left.length, right.length)
  for (let i = 0; i < length; i++) {
    const a = left.charCodeAt(i)
    const b = right.charCodeAt(i)
    if (a !== b) return rankOf(a) - rankOf(b)
  }
  return left.length - right.length
}

/** Surrogates stand for code points above all other units. */
function rankOf(unit: number): number {
  return isHighSurrogate(unit) || isLowSurrogate(unit) ? unit + 0x10000 : unit
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000
}
