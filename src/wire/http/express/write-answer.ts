/**
 * Writes an answer as node:http would write it, byte for byte: status line, the answer's own
 * headers, Date, and whether the connection is kept. Head and body are sent in one piece, unless the
 * body is long.
 */
import type { Socket } from 'node:net'
import { joinedAnswerBytesMax } from '../../limits.js'
import type { Clock } from '../../../stdx/clock.js'
import { answerSent, framed, type FramedAnswer } from '../answer-bytes.js'
import { emptyBody, type WireResponse } from '../message.js'
import { headerLines, Opening, openingLength } from './header-lines.js'
import { writePieces, type Writing, type Written } from '../write-pieces.js'

const chunksEnd = Buffer.from('0\r\n\r\n')

/** What a connection is told about its answer. */
export interface AnswerWriting extends Writing {
  /** Before it is written, if its memory is used again once it is sent (`answerSent`). */
  readonly begun: (answer: FramedAnswer) => void
  /** Whether somebody else sends these bytes, of which a copy was made. Nothing is written then. */
  readonly sentApart?: (bytes: Buffer) => boolean
}

export class AnswerWriter {
  readonly #clock: Clock
  readonly #keepAlive: string
  readonly #isPlain: boolean
  readonly #opening = new Opening()
  #second = -1
  #date = ''

  /** `isPlain` says that sockets are the system's own, without TLS. */
  constructor(clock: Clock, idleMsMax: number, isPlain: boolean) {
    this.#clock = clock
    this.#isPlain = isPlain
    const seconds = Math.floor(idleMsMax / 1000)
    this.#keepAlive = `Connection: keep-alive\r\nKeep-Alive: timeout=${seconds}\r\n\r\n`
  }

  write(socket: Socket, answer: WireResponse, last: boolean, writing: AnswerWriting): void {
    const head =
      this.#opening.of(answer) + headerLines(answer.headers, openingLength) + this.#ending(last)
    const body = isChunked(answer.headers) ? inChunks(answer.body) : answer.body
    if (body.length > joinedAnswerBytesMax) return writeApart(socket, head, body, writing)
    const answered = framed(head, body)
    if (writing.sentApart?.(answered.bytes) === true) return answerSent(answered)
    writing.begun(answered)
    if (this.#isPlain) writeAtOnce(socket, answered.bytes, writing.written)
    else socket.write(answered.bytes, writing.written)
  }

  #ending(last: boolean): string {
    const date = this.#dateLine()
    return last ? `Connection: close\r\n${date}\r\n` : date + this.#keepAlive
  }

  /** Formatted once a second. */
  #dateLine(): string {
    const now = this.#clock.now()
    const second = Math.floor(now / 1000)
    if (second !== this.#second) {
      this.#second = second
      this.#date = `Date: ${new Date(now).toUTCString()}\r\n`
    }
    return this.#date
  }
}

function isChunked(headers: readonly string[]): boolean {
  return headers.includes('Transfer-Encoding')
}

function inChunks(body: Buffer): Buffer {
  if (body.length === 0) return chunksEnd
  const length = Buffer.from(`${body.length.toString(16)}\r\n`)
  return Buffer.concat([length, body, Buffer.from('\r\n'), chunksEnd])
}

/** The system usually accepts it at once. A callback of the stream would then cost a tick. */
function writeAtOnce(socket: Socket, bytes: Buffer, written: Written): void {
  socket.write(bytes)
  if (socket.writableLength === 0) written()
  else socket.write(emptyBody, written)
}

function writeApart(socket: Socket, head: string, body: Buffer, writing: Writing): void {
  socket.cork()
  socket.write(head, 'latin1')
  writePieces(socket, body, writing)
  socket.uncork()
}
