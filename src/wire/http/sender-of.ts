/** Where a request comes from. */
import type { Sender } from '../../model/sender.js'
import { headerOf, type WireRequest } from './message.js'

export function senderOf(request: WireRequest): Sender {
  const { address, tls } = request.peer ?? {}
  const userAgent = headerOf(request, 'user-agent')
  return {
    address,
    isSecure: tls !== undefined,
    tls,
    userAgent,
    referer: headerOf(request, 'referer'),
  }
}
