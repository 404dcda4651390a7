/**
 * Pages of what is named by tickets, the newest first. Tokens are hexadecimal digits, sixteen for each
 * eight bytes, because AWS's are.
 */
import { ticketOf } from '../jobs/long-job.js'
import { requestNotValid } from '../model/recovery-errors.js'
import type { PageTokens } from './page-token.js'
import { requestDigest } from './request-digest.js'

export interface TicketPageRequest {
  readonly tokens: PageTokens
  /** What is listed: AWS accepts a token with other filters, but not from another list. */
  readonly list: string
  readonly token: string | undefined
  readonly max: number
}

export interface TicketPage<T> {
  readonly records: readonly T[]
  readonly next: string | undefined
}

/** `records` are in the order of their tickets. */
export function ticketPage<T extends { readonly id: string }>(
  records: readonly T[],
  { tokens, list, token, max }: TicketPageRequest,
): TicketPage<T> {
  const digest = requestDigest({ list })
  const before = token === undefined ? undefined : openToken(tokens, digest, token)
  const rest = records
    .filter((record) => before === undefined || ticketOf(record) < before)
    .sort((one, other) => (ticketOf(one) < ticketOf(other) ? 1 : -1))
  const page = rest.slice(0, max)
  const last = page.at(-1)
  const isOver = last === undefined || rest.length <= max
  return { records: page, next: isOver ? undefined : sealToken(tokens, digest, ticketOf(last)) }
}

/** Makes the token a multiple of eight bytes long, with all that is put around a position. */
const positionBytes = 27

function sealToken(tokens: PageTokens, digest: Buffer, ticket: string): string {
  const position = Buffer.from(ticket.padEnd(positionBytes))
  return Buffer.from(tokens.seal(digest, position), 'base64').toString('hex')
}

function openToken(tokens: PageTokens, digest: Buffer, token: string): string {
  const text = Buffer.from(token, 'hex').toString('base64')
  const found = tokens.find(text, digest)
  const isOurs = /^([0-9a-f]{16})+$/.test(token) && typeof found !== 'string'
  if (!isOurs) throw requestNotValid(`Provided nextToken is invalid: ${token}`)
  return found.toString().trimEnd()
}
