/**
 * Two servers that differ only in the lane: one answers plain requests in the express lane, the
 * other leaves everything to node:http. And a client that sends exactly the given bytes, in pieces
 * that the server reads one by one.
 */
import { connect, type Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import type { Log } from '../../../stdx/log.js'
import type { ListenAt } from '../../door.js'
import { callHeaders, keptLog, muchMemory, service, type LogLine } from '../../wire-suite.js'
import { HttpListener, usualTimeouts, type ListenerOptions, type Timeouts } from '../listener.js'
import type { Handle } from '../message.js'
import { readRequest, type Reading } from './read-request.js'

export const anywhere = { host: '127.0.0.1', port: 0 }

export interface WatchedListener {
  readonly listener: HttpListener
  readonly port: number
  /** How the lane classified the bytes it read. */
  readonly readings: Reading['kind'][]
  readonly lines: LogLine[]
}

export async function watchedListener(
  handle: Handle,
  limits: Partial<Timeouts> = {},
): Promise<WatchedListener> {
  const readings: Reading['kind'][] = []
  const lines: LogLine[] = []
  // A busy machine must not make pieces late.
  const timeouts = { ...usualTimeouts, pieceMsMax: 60_000, ...limits }
  const listener = await bindListener(anywhere, keptLog(lines), timeouts, (bytes, peer, names) => {
    const reading = readRequest(bytes, peer, names)
    readings.push(reading.kind)
    return reading
  })
  listener.serve({ handle })
  return { listener, port: listener.address.port, readings, lines }
}

export async function nodeOnlyListener(handle: Handle): Promise<HttpListener> {
  const listener = await bindListener(anywhere, keptLog(), usualTimeouts, 'node-only')
  listener.serve({ handle })
  return listener
}

export type HeaderLines = Readonly<Record<string, string>>

export function rawCall(
  operation: string,
  body: string | Buffer,
  headers: HeaderLines = {},
): Buffer {
  const target = { 'x-amz-target': `${service}.${operation}` }
  const length = { 'content-length': String(Buffer.byteLength(body)) }
  return rawRequest({ ...callHeaders, ...target, ...length, ...headers }, body)
}

export function rawRequest(headers: HeaderLines, body: string | Buffer): Buffer {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.concat([
    Buffer.from(`POST / HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1'),
    Buffer.from(body),
  ])
}

/**
 * Returns everything the server sends until it closes; the client closes its side once it has sent
 * all.
 */
export async function exchange(port: number, pieces: readonly Buffer[]): Promise<string> {
  const socket = connect(port, anywhere.host).setNoDelay()
  const heard = conversation(socket)
  await new Promise((resolve) => socket.once('connect', resolve).once('error', resolve))
  for (const piece of pieces) {
    if (socket.writable) socket.write(piece)
    await turns(4)
  }
  await turns(16)
  socket.end()
  return heard
}

export function conversation(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let text = ''
    socket.setEncoding('latin1').on('data', (piece: string) => (text += piece))
    socket.on('error', () => undefined).on('close', () => resolve(text))
  })
}

/** Resolves with the received text once it matches the pattern. */
export function receives(socket: Socket, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    socket.setEncoding('latin1').on('data', (piece: string) => {
      text += piece
      if (pattern.test(text)) resolve(text)
    })
    socket.on('close', () => reject(new Error(`closed after ${JSON.stringify(text)}`)))
  })
}

/** Client and server share the event loop: after a few turns everything sent has been read. */
export async function turns(count: number): Promise<void> {
  for (let i = 0; i < count; i++) await turn()
}

/** Masks what differs from one answer to the next. */
export function comparable(text: string): string {
  const masked = text
    .replace(/x-amzn-RequestId: [A-Z0-9]{52}/g, 'x-amzn-RequestId: *')
    .replace(/Date: \w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT/g, 'Date: *')
  // The sentences about a date that is not near tell the time.
  return /Signature (?:expired|not yet current)/.test(masked)
    ? masked
        .replace(/is now earlier than \w+ \(\w+ - 15 min\.\)/g, 'is now earlier than *')
        .replace(/is still later than \w+ \(\w+ \+ 15 min\.\)/g, 'is still later than *')
        .replace(/x-amz-crc32: \d+/g, 'x-amz-crc32: *')
    : masked
}

export async function bindListener(
  at: ListenAt,
  log: Log,
  timeouts?: Timeouts,
  read?: ListenerOptions['read'],
): Promise<HttpListener> {
  const listener = new HttpListener(at, log, muchMemory, { timeouts, read })
  await listener.bind()
  return listener
}
