/** Parses a JSON body, without checking its contents. */
import { readAhead } from '../../../api/read-ahead.js'
import { serialization } from '../../../model/errors.js'
import { parseJsonText, utf8Text } from '../../../stdx/json-text.js'
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
    return parseJsonText(text)
  } catch {
    throw serialization()
  }
}

async function parseInTurns(text: string): Promise<unknown> {
  const reader = new JsonReader(text, parseJsonText, jsonPieceLength)
  try {
    while (!reader.readPiece()) if (turnIsOver()) await nextTurn()
  } catch {
    throw serialization()
  }
  await readAhead(reader.result)
  return reader.result
}

function requireText(body: Buffer): string {
  const text = utf8Text(body)
  if (text === undefined) throw serialization()
  return text
}
