/**
 * Makes sure that there is memory for what a request becomes before it becomes that: an inflated
 * body, parsed input, a long answer. Waits if there is none, and refuses what has waited long with an
 * error that clients retry. Only requests that are large, compressed, or ask for much come here.
 */
import { serviceUnavailable } from '../../model/errors.js'
import { requestBodyBytesMax } from '../../model/limits.js'
import { bodyCost } from '../flight/body-cost.js'
import type { InFlight } from '../flight/in-flight.js'
import type { Room } from '../flight/room.js'
import { memoryPerWideBodyByte, smallBodyBytesMax } from '../limits.js'
import { decodeBody } from './content-coding.js'
import { headerOf, type WireRequest } from './message.js'
import type { Protocol } from './protocols/protocol.js'

export interface AdmittedBody {
  /** Uncompressed. */
  readonly body: Buffer | 'over-limit'
  readonly room: Room
}

/** Whether nothing more is known about its memory than what the transport has counted. */
export function isAdmitted({ body, headers }: WireRequest): boolean {
  return (
    typeof body !== 'string' && body.length <= smallBodyBytesMax && !headers['content-encoding']
  )
}

export async function admitBody(
  flight: InFlight,
  protocol: Protocol,
  request: WireRequest,
): Promise<AdmittedBody> {
  const { body } = request
  if (body === 'no-room') throw noMemory()
  const room = await enlarge(flight, request.room, costAsSent(request))
  try {
    const plain = await plainBody(request)
    if (plain === 'over-limit') return { body: plain, room }
    const cost =
      plain.length > smallBodyBytesMax ? await protocol.memoryOf(plain) : bodyCost(plain.length)
    if (cost > costMax(flight)) return { body: 'over-limit', room }
    await enlarge(flight, room, cost)
    return { body: plain, room }
  } catch (error) {
    room.leave()
    throw error
  }
}

/** Deflate makes nothing shorter than this. */
const deflateRatioMax = 1032

function costAsSent(request: WireRequest): number {
  const coding = headerOf(request, 'content-encoding')
  const { length } = request.body
  if (coding === undefined) return bodyCost(length)
  return bodyCost(Math.min(length * deflateRatioMax, requestBodyBytesMax))
}

/** What a single request may take. A body that is one long text is always served. */
function costMax({ bytesMax }: InFlight): number {
  return Math.max(bytesMax, (requestBodyBytesMax + smallBodyBytesMax) * memoryPerWideBodyByte)
}

async function plainBody(request: WireRequest): Promise<Buffer | 'over-limit'> {
  const coding = headerOf(request, 'content-encoding')
  const body = request.body as Buffer | 'over-limit'
  return coding === undefined || body === 'over-limit' ? body : decodeBody(body, coding)
}

/** Waits only if it must. */
export function enlarge(
  flight: InFlight,
  room: Room | undefined,
  bytes: number,
): Room | Promise<Room> {
  const entered = room ?? flight.enter(bytes)
  const held = room === undefined ? entered.held() : room.change(bytes)
  if (held === true) return entered
  if (held === false) throw noMemory()
  return held.then((got) => {
    if (!got) throw noMemory()
    return entered
  })
}

function noMemory(): Error {
  return serviceUnavailable('The server has no memory left for this request. Try again.')
}
