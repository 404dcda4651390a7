/** How a call ended, whichever way it took. */
import { ServiceError } from '../../../src/model/errors.js'
import type { Json } from '../../../src/operations/database-suite.js'
import type { Item } from './values.js'

export type Answered =
  | { readonly kind: 'done'; readonly answer: Json }
  /** Nothing was done. */
  | { readonly kind: 'refused'; readonly error: string; readonly shown: Item | undefined }
  /** It may have been done. */
  | { readonly kind: 'unknown' }

export const unknownOutcome: Answered = { kind: 'unknown' }

interface ErrorFacts {
  readonly Item?: Item
  readonly CancellationReasons?: readonly { readonly Code: string }[]
}

export function refusalOf(type: string, { Item, CancellationReasons }: ErrorFacts): Answered {
  const codes = CancellationReasons?.map(({ Code }) => Code) ?? []
  return { kind: 'refused', error: [type, ...codes].join(' '), shown: Item }
}

export function thrown(error: unknown): Answered {
  if (!(error instanceof ServiceError)) return unknownOutcome
  const facts = JSON.parse(JSON.stringify(error.payload ?? {})) as ErrorFacts
  return refusalOf(error.type, facts)
}
