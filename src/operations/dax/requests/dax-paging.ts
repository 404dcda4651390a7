/** Pages of what is described. The lists are short: a position is how many have been shown. */
import { invalidDaxValue } from '../../../accelerator/dax-faults.js'
import { daxPageMax, daxPageMin } from '../../../accelerator/limits.js'
import type { OperationContext } from '../../operation.js'
import { requestDigest } from '../../request-digest.js'

export interface DaxPage {
  readonly max: number
  readonly token: string | undefined
}

export function readDaxPage(input: {
  readonly MaxResults?: number
  readonly NextToken?: string
}): DaxPage {
  const { MaxResults: max = daxPageMax, NextToken: token } = input
  if (max >= daxPageMin && max <= daxPageMax) return { max, token }
  throw invalidDaxValue(`MaxResults must be between ${daxPageMin} and ${daxPageMax}.`)
}

/** `request` tells lists from each other: a token of one is none of another. */
export function pageOf<T>(
  ctx: Pick<OperationContext, 'caller' | 'nextTokens'>,
  { max, token }: DaxPage,
  request: object,
  all: readonly T[],
): { readonly shown: readonly T[]; readonly next: string | undefined } {
  const { account, region } = ctx.caller
  const digest = requestDigest({ dax: { account, region, request } })
  const from = token === undefined ? 0 : positionIn(ctx.nextTokens.find(token, digest))
  const to = from + max
  const next = to < all.length ? ctx.nextTokens.seal(digest, Buffer.from(String(to))) : undefined
  return { shown: all.slice(from, to), next }
}

function positionIn(found: Buffer | 'invalid' | 'foreign'): number {
  if (Buffer.isBuffer(found)) return Number(found.toString())
  throw invalidDaxValue('The next token supplied was invalid.')
}
