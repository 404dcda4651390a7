import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { after, describe, it } from 'node:test'
import { gatheredAnswersMax } from '../../limits.js'
import { keptLog, muchMemory, type LogLine } from '../../wire-suite.js'
import { anywhere, rawCall, turns } from '../express/lanes-suite.js'
import { HttpListener, usualTimeouts } from '../listener.js'
import type { WireResponse } from '../message.js'
import { AnswerSender } from './answer-sender.js'

const clientsAtOnce = 12

/** A server that keeps its answers until the test lets them go, all in one turn. Each answer repeats its request. */
class HeldServer {
  readonly lines: LogLine[] = []
  readonly sender = new AnswerSender(keptLog(this.lines), 1)
  readonly #listener: HttpListener
  #held: (() => void)[] = []
  /** How many answers the thread was given, and how many of them it could not send as a whole. */
  taken = 0
  returned = 0

  constructor() {
    const take = this.sender.take.bind(this.sender)
    this.sender.take = (to, bytes, sent) => {
      const isTaken = take(to, bytes, (rest) => {
        if (rest !== undefined) this.returned++
        sent(rest)
      })
      if (isTaken) this.taken++
      return isTaken
    }
    const timeouts = { ...usualTimeouts, pieceMsMax: 60_000 }
    const options = { timeouts, sender: this.sender }
    this.#listener = new HttpListener(anywhere, keptLog(this.lines), muchMemory, options)
    this.#listener.serve({
      handle: ({ body }) =>
        new Promise<WireResponse>((resolve) => {
          const headers = ['Content-Length', String(body.length)]
          this.#held.push(() =>
            resolve({ status: 200, headers, body: Buffer.from(body as Buffer) }),
          )
        }),
    })
  }

  async listen(): Promise<this> {
    await this.#listener.bind()
    return this
  }

  get held(): number {
    return this.#held.length
  }

  connect(): EchoClient {
    return new EchoClient(connect(this.#listener.address.port, anywhere.host).setNoDelay())
  }

  release(): void {
    const held = this.#held
    this.#held = []
    for (const each of held) each()
  }

  /** Each of them asks once and is answered. */
  async round(clients: readonly EchoClient[], textOf: (client: number) => string): Promise<void> {
    const answers = clients.map((client, n) => client.ask(textOf(n)))
    while (this.held < clients.length) await turns(1)
    this.release()
    await Promise.all(answers)
  }

  async close(): Promise<void> {
    this.release()
    await this.#listener.drain(0)
    await this.sender.close()
  }
}

/** A client that fails if it hears anything but what it has said. */
class EchoClient {
  readonly socket: Socket
  #heard = ''

  constructor(socket: Socket) {
    this.socket = socket.setEncoding('latin1').on('error', () => undefined)
    this.socket.on('data', (piece: string) => (this.#heard += piece))
  }

  async ask(text: string): Promise<void> {
    this.tell(text)
    await this.hears(text)
  }

  tell(text: string): void {
    this.socket.write(rawCall('Echo', text))
  }

  /** Takes one answer from what it has heard. */
  async hears(text: string): Promise<void> {
    while (!this.#isWhole()) {
      assert.equal(this.socket.closed, false, 'closed without an answer')
      await turns(1)
    }
    const end = this.#heard.indexOf('\r\n\r\n') + 4
    const answer = this.#heard.slice(end, end + this.#length())
    this.#heard = this.#heard.slice(end + answer.length)
    assert.equal(answer, text)
  }

  #length(): number {
    return Number(/Content-Length: (\d+)/.exec(this.#heard)?.[1])
  }

  #isWhole(): boolean {
    const end = this.#heard.indexOf('\r\n\r\n')
    return end !== -1 && this.#heard.length >= end + 4 + this.#length()
  }
}

/** Busy enough for the thread to have been started. */
async function busyServer() {
  const server = await new HeldServer().listen()
  const clients = Array.from({ length: clientsAtOnce }, () => server.connect())
  await server.round(clients, (n) => `first ${n}`)
  while (server.sender.gatheredMax === gatheredAnswersMax) await turns(1)
  return { server, clients }
}

function textOf(client: number, round: number): string {
  const length = [3, 400, 5_000, 31_000, 80_000][(client + round) % 5]!
  return `${client}/${round} `.padEnd(length, `${(client * 7 + round) % 10}`)
}

describe('the thread that sends answers', () => {
  const servers: HeldServer[] = []
  after(() => Promise.all(servers.map((server) => server.close())))
  const open = async () => {
    const opened = await busyServer()
    servers.push(opened.server)
    return opened
  }

  it('is not started by a server that has little to do', async () => {
    const server = await new HeldServer().listen()
    servers.push(server)
    const clients = [server.connect(), server.connect(), server.connect()]
    for (let round = 0; round < 20; round++) await server.round(clients, (n) => `${n}`)
    assert.equal(server.sender.gatheredMax, gatheredAnswersMax)
  })

  it('sends each client its answers, long and short, in order', async () => {
    const { server, clients } = await open()
    for (let round = 0; round < 200; round++) {
      await server.round(clients, (n) => textOf(n, round))
    }
    assert.ok(server.taken > 200, `the thread was given ${server.taken}`)
    assert.deepEqual(
      server.lines.map(({ text }) => text),
      ['a thread sends answers'],
    )
  })

  it('sends nothing to a client that comes after another has left', async () => {
    const { server, clients } = await open()
    for (let round = 0; round < 300; round++) {
      const told = clients.map((_, n) => textOf(n, round))
      clients.forEach((client, n) => client.tell(told[n]!))
      while (server.held < clients.length) await turns(1)
      const leaving = clients.map((_, n) => (n + round) % 3 === 0)
      const leave = () =>
        clients.forEach(({ socket }, n) => {
          if (!leaving[n]!) return
          if (round % 2 === 0) socket.resetAndDestroy()
          else socket.destroy()
        })
      if (round % 4 < 2) leave()
      server.release()
      await turns(round % 3)
      leave()
      for (const [n, isLeaving] of leaving.entries()) {
        if (isLeaving) clients[n] = server.connect()
        else await clients[n]!.hears(told[n]!)
      }
    }
    assert.ok(server.taken > 200, `the thread was given ${server.taken}`)
    assert.deepEqual(
      server.lines.map(({ text }) => text),
      ['a thread sends answers'],
    )
  })

  it('leaves what the system does not accept to the server', async () => {
    const { server, clients } = await open()
    const slow = clients.pop()!
    slow.socket.pause()
    const told: string[] = []
    // Until the buffers of both sides are full, and its next request is not read any more.
    for (let isRead = true; isRead;) {
      told.push(`${told.length} `.padEnd(31_000, 'x'))
      slow.tell(told.at(-1)!)
      const answers = clients.map((client, n) => client.ask(textOf(n, told.length)))
      while (server.held < clients.length) await turns(1)
      await turns(20)
      isRead = server.held > clients.length
      server.release()
      await Promise.all(answers)
    }
    slow.socket.resume()
    const release = setInterval(() => server.release(), 1)
    for (const text of told) await slow.hears(text)
    clearInterval(release)
    assert.ok(server.returned > 0)
  })

  it('is done without once it has ended', async () => {
    const { server, clients } = await open()
    await server.sender.close()
    const { taken } = server
    for (let round = 0; round < 20; round++) {
      await server.round(clients, (n) => textOf(n, round))
    }
    assert.equal(server.taken, taken)
  })
})
