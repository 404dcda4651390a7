/**
 * Texts with wildcards, ready to be compared: `*` is any text, `?` one character.
 *
 * A pattern is the pieces between its `*`. The first and the last have to be where the text begins and
 * ends; the others are looked for from left to right, and the first place that fits is as good as any
 * later one. So nothing is tried twice, and a comparison takes at most the product of the two lengths,
 * whatever the pattern.
 */
export interface Pattern {
  /** Set if nothing in it is a wildcard: then it is compared as a whole. */
  readonly exact: string | undefined
  /** One more than there are `*`. */
  readonly pieces: readonly Piece[]
  /** Of all pieces together: no shorter text matches. */
  readonly lengthMin: number
}

/** A text, some characters of which may be any. */
interface Piece {
  readonly text: string
  /** Where `?` are, in ascending order. */
  readonly holes: readonly number[]
}

export type PatternPart =
  { readonly kind: 'text'; readonly text: string } | { readonly kind: '*' } | { readonly kind: '?' }

export function patternOfParts(parts: readonly PatternPart[]): Pattern {
  const pieces: Piece[] = []
  let text = ''
  let holes: number[] = []
  const endPiece = (): void => {
    pieces.push({ text, holes })
    text = ''
    holes = []
  }
  for (const part of parts) {
    if (part.kind === '*') endPiece()
    else if (part.kind === 'text') text += part.text
    else {
      holes.push(text.length)
      text += '?'
    }
  }
  endPiece()
  const isExact = pieces.length === 1 && pieces[0]!.holes.length === 0
  const lengthMin = pieces.reduce((sum, piece) => sum + piece.text.length, 0)
  return { exact: isExact ? pieces[0]!.text : undefined, pieces, lengthMin }
}

export function matchesPattern({ exact, pieces, lengthMin }: Pattern, text: string): boolean {
  if (exact !== undefined) return exact === text
  if (text.length < lengthMin) return false
  const first = pieces[0]!
  if (!isAt(first, text, 0)) return false
  if (pieces.length === 1) return text.length === first.text.length
  const last = pieces[pieces.length - 1]!
  const end = text.length - last.text.length
  let at = first.text.length
  for (let i = 1; i < pieces.length - 1; i++) {
    const piece = pieces[i]!
    const found = findPiece(piece, text, at)
    if (found === -1) return false
    at = found + piece.text.length
  }
  return at <= end && isAt(last, text, end)
}

function findPiece(piece: Piece, text: string, from: number): number {
  if (piece.holes.length === 0) return text.indexOf(piece.text, from)
  for (let at = from; at + piece.text.length <= text.length; at++) {
    if (isAt(piece, text, at)) return at
  }
  return -1
}

function isAt({ text: wanted, holes }: Piece, text: string, at: number): boolean {
  if (holes.length === 0) return text.startsWith(wanted, at)
  if (at + wanted.length > text.length) return false
  let hole = 0
  for (let i = 0; i < wanted.length; i++) {
    if (holes[hole] === i) hole++
    else if (wanted.charCodeAt(i) !== text.charCodeAt(at + i)) return false
  }
  return true
}
