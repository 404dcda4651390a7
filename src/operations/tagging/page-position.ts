/** Where a GetResources continues, as bytes for a page token: milliseconds (8 bytes) | table name. */
import { expiredToken, invalidRequest } from './errors.js'
import type { PageTokens } from '../page-token.js'

const timeBytes = 8
const tokenLifeMs = 15 * 60 * 1000

export interface TokenScope {
  readonly tokens: PageTokens
  readonly digest: Buffer
  readonly nowMs: number
}

export function sealAfter({ tokens, digest, nowMs }: TokenScope, tableName: string): string {
  const time = Buffer.alloc(timeBytes)
  time.writeDoubleBE(nowMs)
  return tokens.seal(digest, Buffer.concat([time, Buffer.from(tableName)]))
}

/** The name of the table to continue after. */
export function openAfter({ tokens, digest, nowMs }: TokenScope, token: string): string {
  const position = tokens.find(token, digest)
  if (typeof position === 'string') {
    throw invalidRequest('The PaginationToken is not valid for this request')
  }
  if (nowMs - position.readDoubleBE() > tokenLifeMs) throw expiredToken()
  return position.subarray(timeBytes).toString()
}
