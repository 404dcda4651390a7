/**
 * Two deployments in this process at clocks that only tests move. What they say to each other is encoded as it
 * is between servers, and can be cut off.
 */
import { LinkedGroupsJob } from '../replication/linked-groups-job.js'
import { GroupJob } from '../replication/group-job.js'
import { MemberSaga } from '../replication/member-saga.js'
import { assembleReplication, type Replication } from '../replication/replication.js'
import { ChangeUpkeep } from '../changes/upkeep.js'
import type { InputOf, OperationId, OutputOf } from '../api/services.js'
import { requireServiceOperation } from '../api/services.js'
import { RemoteDeployment } from '../links/remote-deployment.js'
import type { Caller } from '../model/caller.js'
import { ServiceError } from '../model/errors.js'
import { assembleDatabase, type Database } from '../operations/database.js'
import { createDispatcher } from '../operations/dispatch.js'
import type { Dispatcher } from '../operations/dispatcher.js'
import { jsonCall } from '../operations/json-call-suite.js'
import { requireOperation } from '../operations/registry.js'
import { DeploymentFault, type Deployments } from '../replication/deployment.js'
import { VirtualClock } from '../stdx/clock.js'
import { silentLog, type Log } from '../stdx/log.js'
import { systemRandom } from '../stdx/random.js'
import type { Engine } from '../storage/engine.js'
import { unfenced } from '../storage/fence.js'
import { decodeCbor } from '../wire/cbor/decode-cbor.js'
import { encodeCbor } from '../wire/cbor/encode-cbor.js'
import { fromCbor, toCbor } from '../wire/http/protocols/cbor-shapes.js'
import { memoryEngine } from '../../test/support/engines.js'
import { cborLinkCodec } from './link-codec-cbor.js'

export type Json = Readonly<Record<string, unknown>>

const account = '000000000000'

export class LinkedSide {
  readonly region: string
  readonly clock = new VirtualClock()
  readonly said: string[] = []
  readonly database: Database
  readonly #engine: Engine = memoryEngine()
  readonly #dispatcher: Dispatcher
  readonly #replication: Replication
  readonly #jobs: readonly { step(...args: never[]): Promise<unknown> }[]
  #other: LinkedSide | undefined
  isCut = false

  constructor(region: string) {
    this.region = region
    const [engine, clock] = [this.#engine, this.clock]
    const deployments: Deployments = {
      find: async (scope) => (scope.region === this.#other?.region ? this.#remote() : undefined),
      at: () => this.#remote(),
    }
    this.database = assembleDatabase({
      ...{ engine, clock, random: systemRandom, tableTransitionMs: 0 },
      secret: Buffer.alloc(32, region),
      deployments: async () => deployments,
    })
    const { catalog, items, globalTables, elsewhere } = this.database
    this.#dispatcher = createDispatcher(this.database)
    const tell = (message: string) => void this.said.push(message)
    const log: Log = { ...silentLog, warn: tell, error: tell }
    const parts = { engine, catalog, items, clock, log }
    this.#replication = assembleReplication({
      ...parts,
      elsewhere: async (...link) => (await elsewhere()).sourceOf(...link),
    })
    const { filler, job } = this.#replication
    const openSaga = async () => {
      const { work } = await globalTables()
      return new MemberSaga({ ...parts, work, filler, transitionMs: 0 })
    }
    const upkeep = new ChangeUpkeep(engine, clock)
    const announce = () => undefined
    this.#jobs = [
      new GroupJob({ engine, clock, log, openSaga }),
      new LinkedGroupsJob({ engine, clock, log, elsewhere, announce }),
      { step: () => (job.look(), job.step(unfenced, new AbortController().signal)) },
      { step: () => upkeep.step(unfenced) },
    ]
  }

  async linkTo(other: LinkedSide): Promise<void> {
    this.#other = other
    const link = { account, region: other.region, endpoint: 'http://other' }
    const draft = { ...link, accessKeyId: 'key', secretAccessKey: 'secret' }
    await this.database.links.create(draft, false)
  }

  async ask(operation: string, input: Json): Promise<Json> {
    const answer = await this.#dispatcher.dispatch(jsonCall(operation, input, this.#caller()))
    return JSON.parse(JSON.stringify(answer ?? {})) as Json
  }

  /** A step of every job. */
  async step(): Promise<void> {
    for (const job of this.#jobs) await job.step(unfenced as never)
  }

  #caller(): Caller {
    return { account, region: this.region, accessKeyId: 'key' }
  }

  #remote(): RemoteDeployment {
    const call = async <Id extends OperationId>(id: Id, input: InputOf<Id>) => {
      const other = this.#other!
      if (this.isCut || other.isCut) throw new DeploymentFault('unreachable', 'It is cut off.')
      const body = await other.#answer(id, cborLinkCodec.encode(id, input))
      return cborLinkCodec.decode(id, body) as NonNullable<OutputOf<Id>>
    }
    return new RemoteDeployment({ call })
  }

  async #answer(id: OperationId, body: Buffer): Promise<Buffer> {
    const { service, inputShape, outputShape } = requireServiceOperation(id)
    const input = fromCbor(service.shapes, inputShape!, decodeCbor(body))
    const call = { operation: requireOperation(id), input, caller: this.#caller() }
    try {
      const output = await this.#dispatcher.dispatch({ ...call, host: 'here', requestId: 'test' })
      return encodeCbor(toCbor(service.shapes, outputShape, output))
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      throw new DeploymentFault('refused', error.message)
    }
  }
}
