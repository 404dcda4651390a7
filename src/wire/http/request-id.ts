/**
 * Request ids: 52 of A-Z and 0-9, as DynamoDB creates them, or UUIDs, as other services do.
 *
 * Randomness is fetched in bulk, since a few bytes cost as much as thousands.
 */
import type { Random } from '../../stdx/random.js'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
const idLength = 52
export const idsPerPool = 512

/** The slight bias towards the first letters does not matter: an id must be unique, not secret. */
const letterOfByte = Uint8Array.from({ length: 256 }, (_, byte) =>
  alphabet.charCodeAt(byte % alphabet.length),
)

export interface RequestIds {
  readonly letters: () => string
  readonly uuid: () => string
}

export function requestIds(random: Random): RequestIds {
  return { letters: letteredIds(random), uuid: () => random.uuid() }
}

function letteredIds(random: Random): () => string {
  let pool = ''
  let offset = 0
  return () => {
    if (offset === pool.length) {
      pool = randomLetters(random, idLength * idsPerPool)
      offset = 0
    }
    return pool.slice(offset, (offset += idLength))
  }
}

function randomLetters(random: Random, count: number): string {
  const letters = Buffer.from(random.bytes(count))
  for (let i = 0; i < count; i++) letters[i] = letterOfByte[letters[i]!]!
  return letters.toString('latin1')
}
