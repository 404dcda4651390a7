/** Parses a JSON body, without checking its contents. */
import { isAscii, isUtf8, transcode } from 'node:buffer'
import { readAhead } from '../../../api/read-ahead.js'
import { serialization } from '../../../model/errors.js'
import { nextTurn, turnIsOver } from '../../../stdx/turns.js'
import { jsonCost } from '../../flight/json-cost.js'
import { jsonPieceLength, wholeJsonBytesMax } from '../../limits.js'
import { JsonReader } from './json-reader.js'

/** How much memory the parsed body takes, with the body itself. */
export async function jsonMemory(body: Buffer): Promise<number> {
  const cost = await jsonCost(body)
  if (cost === 'unlimited') throw serialization()
  return cost
}

/**
 * Undefined for an empty body, which is reported only if everything else is right. A promise if the
 * body is so long that it is parsed in turns.
 */
export function parseInput(body: Buffer): unknown {
  if (body.length === 0) return undefined
  const text = requireText(body)
  return body.length > wholeJsonBytesMax ? parseInTurns(text) : parseJson(text)
}

function parseJson(text: string): unknown {
  try {
    return parsePiece(text)
  } catch {
    throw serialization()
  }
}

async function parseInTurns(text: string): Promise<unknown> {
  const reader = new JsonReader(text, parsePiece, jsonPieceLength)
  try {
    while (!reader.readPiece()) if (turnIsOver()) await nextTurn()
  } catch {
    throw serialization()
  }
  await readAhead(reader.result)
  return reader.result
}

function parsePiece(text: string): unknown {
  const parsed = JSON.parse(text) as unknown
  if (text.includes('\\u') && hasLoneSurrogate(text)) throw new Error('half a character')
  return parsed
}

/**
 * Half a character, which only an escape can write, would be stored as U+FFFD, so that different
 * keys became one. The text must be valid JSON.
 */
function hasLoneSurrogate(text: string): boolean {
  for (let at = text.indexOf('\\'); at !== -1; at = text.indexOf('\\', at + 2)) {
    const half = surrogateAt(text, at)
    if (half === undefined) continue
    if (half === 'low' || surrogateAt(text, at + escapeLength) !== 'low') return true
    at += escapeLength
  }
  return false
}

const escapeLength = '\\ud83d'.length

/** Which half of a character the escape at this position writes, if there is one. */
function surrogateAt(text: string, at: number): 'high' | 'low' | undefined {
  if (text[at] !== '\\' || text[at + 1] !== 'u') return undefined
  const unit = Number.parseInt(text.slice(at + 2, at + escapeLength), 16)
  if (unit < 0xd800 || unit > 0xdfff) return undefined
  return unit < 0xdc00 ? 'high' : 'low'
}

/** Avoids `toString('utf8')`, which takes several times as long if a text is not ASCII. */
function requireText(body: Buffer): string {
  if (isAscii(body)) return body.toString('latin1')
  // Invalid UTF-8 would become replacement characters, and be stored as such.
  if (!isUtf8(body)) throw serialization()
  return transcode(body, 'utf8', 'utf16le').toString('utf16le')
}
