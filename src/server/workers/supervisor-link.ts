/** The supervisor as a worker sees it: what comes from there, and what is told to it. */
import { Socket } from 'node:net'
import type { EngineDriver } from '../../storage/driver.js'
import { requireDriver } from '../../storage/drivers.js'
import type { AuditFile } from '../open-audit.js'
import type { Settings } from '../options.js'
import type { SharedMetrics, SharedWork, TeamLink } from '../team-link.js'
import { ForwardedAudit } from './forwarded-audit.js'
import { channelPlace, gatherMsMax } from './limits.js'
import type { FromWorker, OpenMessage, ToWorker } from './messages.js'
import { ReceivedConnections } from './received-connections.js'
import type { ShownMetric } from './shown-metrics.js'
import { ToldRates } from './told-rates.js'

type Show = () => Promise<readonly ShownMetric[]>

export class SupervisorLink {
  readonly #connections = new ReceivedConnections((message) => this.send(message))
  readonly #rates = new ToldRates((rates) => this.send({ kind: 'taken', rates }))
  readonly #audit = new ForwardedAudit((lines, done) => this.send({ kind: 'audit', lines }, done))
  readonly #gathering = new Map<number, (shown: readonly ShownMetric[]) => void>()
  #gathers = 0
  #show: Show = async () => []
  #onOpen: (open: OpenMessage) => void = () => undefined
  #onStop: () => void = () => undefined
  #onReload: () => void = () => undefined
  #onRing: () => void = () => undefined
  #onDeparted: (holder: Uint8Array) => void = () => undefined

  constructor() {
    process.on('message', (message: ToWorker, socket?: Socket) => this.#receive(message, socket))
  }

  onOpen(listener: (open: OpenMessage) => void): void {
    this.#onOpen = listener
  }

  onStop(listener: () => void): void {
    this.#onStop = listener
  }

  onReload(listener: () => void): void {
    this.#onReload = listener
  }

  /** `done` is called once the message is on its way, or cannot be. */
  send(message: FromWorker, done: () => void = () => undefined): void {
    if (process.send === undefined || !process.connected) return done()
    process.send(message, undefined, undefined, () => done())
  }

  /** Ends this process after what was sent before. */
  leave(code: number): void {
    this.send({ kind: 'pong' }, () => process.exit(code))
  }

  team(open: OpenMessage, { engine }: Settings): TeamLink {
    const { number, count, port } = open
    return {
      number,
      count,
      connections: this.#connections.at(port),
      ticketKeys: Buffer.from(open.ticketKeys, 'base64'),
      openEngine: openerOf(engine),
      rates: this.#rates,
      work: this.#work(open),
      metrics: this.#metrics(),
      auditFile: this.#audit satisfies AuditFile,
    }
  }

  #work({ holder }: OpenMessage): SharedWork {
    return {
      holder: Buffer.from(holder, 'base64'),
      ring: () => this.send({ kind: 'ring' }),
      onRing: (listener) => void (this.#onRing = listener),
      onDeparted: (listener) => void (this.#onDeparted = listener),
    }
  }

  #metrics(): SharedMetrics {
    return {
      onShow: (show) => void (this.#show = show),
      gather: () => this.#gather(),
    }
  }

  /** Alone, if the supervisor does not answer. */
  #gather(): Promise<readonly ShownMetric[]> {
    const id = ++this.#gathers
    return new Promise((resolve, reject) => {
      const end = (shown: Promise<readonly ShownMetric[]>): void => {
        clearTimeout(timer)
        this.#gathering.delete(id)
        shown.then(resolve, reject)
      }
      const timer = setTimeout(() => end(this.#show()), 2 * gatherMsMax)
      this.#gathering.set(id, (shown) => end(Promise.resolve(shown)))
      this.send({ kind: 'gather', id })
    })
  }

  async #showTo(id: number): Promise<void> {
    const shown = await this.#show().catch(() => [])
    this.send({ kind: 'shown', id, shown })
  }

  #receive(message: ToWorker, socket: Socket | undefined): void {
    switch (message.kind) {
      case 'open':
        return this.#onOpen(message)
      case 'connection':
        return this.#connections.take(message.network, socket)
      case 'ping':
        return this.send({ kind: 'pong' })
      case 'stop':
        return this.#onStop()
      case 'reload':
        return this.#onReload()
      case 'ring':
        return this.#onRing()
      case 'departed':
        return this.#onDeparted(Buffer.from(message.holder, 'base64'))
      case 'taken':
        return this.#rates.others(message.rates)
      case 'show':
        return void this.#showTo(message.id)
      case 'gathered':
        return this.#gathering.get(message.id)?.(message.shown)
    }
  }
}

/** A folder has one owner, the supervisor, which is asked over a channel of its own. */
function openerOf(engine: string): EngineDriver['open'] | undefined {
  if (!requireDriver(engine).keepsFolder) return undefined
  // What is refused, and why, is in the log of the supervisor.
  return async ({ dataDir }) => {
    const { openWorkerEngine } = await import('../../storage/lmdb/workers/worker-engine.js')
    const channel = new Socket({ fd: channelPlace, readable: true, writable: true })
    // Without its owner a worker can neither read nor write.
    const onLost = (): never => process.exit(1)
    return openWorkerEngine({ dataDir, channel, onLost })
  }
}
