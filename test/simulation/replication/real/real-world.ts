/**
 * The same regions, plan and check on real servers in child processes, which are killed with SIGKILL. What happens is
 * decided by the seed; at which moment of a request it happens is not.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { below, oneOf, type Chance } from '../../../support/chance.js'
import type { Client, Json } from '../../../support/client.js'
import { until } from '../../../support/until.js'
import type { HistoricWrite } from '../history.js'
import { releasedLinks, type ControlledLink } from '../link-controls.js'
import { randomWrite } from '../random-writes.js'
import { regions, TableName } from '../regions.js'
import type { World } from '../world.js'
import type { RealDeployment } from './real-deployment.js'

const clientsMax = 6
const passMsMax = 150
const goOnMsMax = 12

export interface RealWorldParts {
  readonly chance: Chance
  readonly deployments: readonly RealDeployment[]
  /** Left out: nothing expires. */
  readonly expireWithinSeconds?: number
}

export class RealWorld implements World {
  readonly chance: Chance
  readonly acknowledged = new Set<string>()
  readonly #parts: RealWorldParts
  readonly #underWay = new Set<Promise<void>>()
  #writes = 0

  constructor(parts: RealWorldParts) {
    this.#parts = parts
    this.chance = parts.chance
  }

  async ask(operation: string, input: Json, region: string): Promise<Json> {
    const deployment = this.#deploymentOf(region)
    await deployment.ready()
    return deployment.servers[0]!.client(region).ask(operation, input)
  }

  write(region: string): void {
    if (this.#underWay.size >= clientsMax) return
    const { expireWithinSeconds = 0 } = this.#parts
    const mark = `${region}-${this.#writes++}`
    const place = { TableName, nowMs: Date.now(), mark, expireWithinSeconds }
    const write = randomWrite(this.chance, place)
    const server = oneOf(this.chance, this.#deploymentOf(region).servers)
    if (!server.isUp) return
    const writing = this.#isDone(server.client(region), write.operation, write.input)
      .then((isDone) => {
        if (isDone && write.mark !== undefined) this.acknowledged.add(write.mark)
      })
      .finally(() => this.#underWay.delete(writing))
    this.#underWay.add(writing)
  }

  /** The replica may not be there yet, and the server may be killed. */
  async #isDone(client: Client, operation: string, input: Json): Promise<boolean> {
    try {
      const { status, body } = await client.call(operation, input)
      return status === 200 && Object.keys(body['UnprocessedItems'] ?? {}).length === 0
    } catch {
      return false
    }
  }

  /** Servers work by themselves. */
  work(): void {}

  pass(durationMs: number): Promise<void> {
    return pause(Math.min(durationMs, passMsMax))
  }

  goOn(): Promise<void> {
    return pause(below(this.chance, goOnMsMax))
  }

  skew(region: string): void {
    this.#deploymentOf(region).skew(this.chance)
  }

  /** While no other server runs, nothing happens. */
  async kill(region: string): Promise<void> {
    await this.#deploymentOf(region).kill(this.chance)
    const servers = this.#parts.deployments.flatMap((each) => each.servers)
    if (servers.length === 1) await servers[0]!.ready()
  }

  /** Between deployments the line is cut as often as somebody pauses what comes over it. */
  async control(link: ControlledLink): Promise<void> {
    const { fromRegion, toRegion, isPaused, delayMs = -1 } = link
    const [from, to] = [this.#deploymentOf(fromRegion), this.#deploymentOf(toRegion)]
    if (from !== to && this.chance() < 0.5) {
      if (isPaused) from.line?.cut()
      else from.line?.mend()
      return
    }
    await to.ready()
    await to
      .call(toRegion)('gramme.UpdateReplicationLink', {
        TableName,
        FromRegion: fromRegion,
        ToRegion: toRegion,
        Paused: isPaused,
        DelayMilliseconds: delayMs,
      })
      // The third region may not be a member yet.
      .catch(() => undefined)
  }

  async connect(): Promise<void> {
    for (const deployment of this.#parts.deployments) {
      await deployment.ready()
      deployment.line?.mend()
    }
  }

  until(holds: () => Promise<boolean>, otherwise: () => string): Promise<void> {
    return until(holds, otherwise)
  }

  /**
   * Without clients, items that expire are the last ones to be written about: once every change has arrived and no such
   * item is left, what arrives after that is all.
   */
  async settle(): Promise<void> {
    await Promise.all(this.#underWay)
    await this.connect()
    for (const deployment of this.#parts.deployments) deployment.setClocks()
    for (const link of releasedLinks) await this.#release(link)
    let missing = ''
    await until(
      async () => {
        missing =
          (await this.#pending()) ?? (await this.#expiring()) ?? (await this.#pending()) ?? ''
        return missing === ''
      },
      () => missing,
    )
  }

  async #release({ fromRegion, toRegion }: ControlledLink): Promise<void> {
    let refusal: unknown
    const call = this.#deploymentOf(toRegion).call(toRegion)
    const input = { TableName, FromRegion: fromRegion, ToRegion: toRegion, Paused: false }
    await until(
      () =>
        call('gramme.UpdateReplicationLink', { ...input, DelayMilliseconds: -1 }).then(
          () => true,
          (error: unknown) => {
            refusal = error
            return false
          },
        ),
      () => `changes from ${fromRegion} to ${toRegion} cannot be let go on: ${String(refusal)}`,
    )
  }

  /** What has not arrived, in words. */
  async #pending(): Promise<string | undefined> {
    const links = await Promise.all(
      this.#parts.deployments.map(async (deployment) => {
        const call = deployment.call(deployment.regions[0]!)
        return (await call('gramme.ListReplicationLinks', { TableName })).Links ?? []
      }),
    )
    const all = links.flat()
    const settled = all.filter((link) => link.State === 'FOLLOWING' && link.PendingChanges === 0)
    if (settled.length === releasedLinks.length) return undefined
    return `changes do not arrive: ${JSON.stringify(all)}`
  }

  async #expiring(): Promise<string | undefined> {
    for (const region of regions) {
      const client = this.#deploymentOf(region).servers[0]!.client(region)
      const { status, body } = await client.call('Scan', { TableName, ConsistentRead: true })
      if (status !== 200) return `${region}: ${JSON.stringify(body)}`
      const items = body['Items'] as readonly Json[]
      const expiring = items.filter((item) => 'ttl' in item)
      if (expiring.length > 0) return `not expired in ${region}: ${JSON.stringify(expiring)}`
    }
    return undefined
  }

  async history(): Promise<readonly HistoricWrite[]> {
    const all: HistoricWrite[] = []
    for (const deployment of this.#parts.deployments) all.push(...(await deployment.history()))
    return all
  }

  #deploymentOf(region: string): RealDeployment {
    return this.#parts.deployments.find((each) => each.regions.includes(region))!
  }
}
