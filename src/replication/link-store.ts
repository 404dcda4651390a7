/** The links of a store. */
import type { Scope } from '../model/arn.js'
import type { Clock } from '../stdx/clock.js'
import type { Random } from '../stdx/random.js'
import { SecretBox } from '../stdx/secret-box.js'
import { systemSpace, type Engine } from '../storage/engine.js'
import { formatSteps, getFormat, ratchet } from '../storage/format.js'
import { deploymentLinks } from '../storage/replication-keys.js'
import {
  decodeLink,
  removeLinkRecord,
  getLink,
  putLink,
  type DeploymentLink,
  type LinkSecrets,
  type OpenLink,
} from './deployment-link.js'
import { walkGlobalTables } from './global-table.js'
import { linksMax } from './limits.js'

export interface LinkStoreParts {
  readonly engine: Engine
  readonly clock: Clock
  readonly random: Random
  /** Of the database. */
  readonly secret: Buffer
}

export type LinkDraft = Omit<OpenLink, 'createdAtMs'>

export class LinkStore {
  readonly #parts: LinkStoreParts
  readonly #box: SecretBox

  constructor(parts: LinkStoreParts) {
    this.#parts = parts
    this.#box = new SecretBox(parts.secret, 'deployment link', parts.random)
  }

  async list(account: string): Promise<readonly DeploymentLink[]> {
    const range = { kind: 'range', space: systemSpace, ...deploymentLinks(account) } as const
    const [{ entries }] = await this.#parts.engine.read([{ ...range, entriesMax: linksMax }])
    return entries.map(({ value }) => decodeLink(value))
  }

  async find(scope: Scope): Promise<DeploymentLink | undefined> {
    const [record] = await this.#parts.engine.read([getLink(scope)])
    return record && decodeLink(record)
  }

  /** Undefined if the record was not made by this database. */
  open({ sealed, ...link }: DeploymentLink): OpenLink | undefined {
    const text = this.#box.open(Buffer.from(sealed, 'base64'))?.toString()
    const [purpose, secrets] = text === undefined ? [] : (JSON.parse(text) as SealedText)
    return purpose === purposeOf(link) ? { ...link, ...secrets! } : undefined
  }

  /** Undefined if there is one already that is not to be replaced, or there are too many. */
  async create(draft: LinkDraft, mayReplace: boolean): Promise<DeploymentLink | undefined> {
    const { engine, clock } = this.#parts
    const link = this.#sealed(draft, clock.now())
    const range = { kind: 'range', space: systemSpace, ...deploymentLinks(draft.account) } as const
    return engine.transact({
      reads: [getFormat(), getLink(draft), { ...range, entriesMax: linksMax }],
      decide: ([mark, found, { entries }]) => {
        const hasRoom = found === undefined ? entries.length < linksMax : mayReplace
        if (!hasRoom) return { mutations: [], result: undefined }
        const raised = ratchet(mark, [formatSteps.globalTables])
        return { mutations: [...raised, putLink(link)], result: link }
      },
    })
  }

  /** Returns whether there was one. */
  delete(scope: Scope): Promise<boolean> {
    return this.#parts.engine.transact({
      reads: [getLink(scope)],
      decide: ([found]) => ({
        mutations: found === undefined ? [] : [removeLinkRecord(scope)],
        result: found !== undefined,
      }),
    })
  }

  /** The names of global tables that have a member there. */
  async usersOf({ account, region }: Scope): Promise<readonly string[]> {
    const names: string[] = []
    for await (const group of walkGlobalTables(this.#parts.engine)) {
      const isThere = group.members.some(
        (member) =>
          member.isElsewhere === true && member.account === account && member.region === region,
      )
      if (isThere) names.push(group.tableName)
    }
    return names
  }

  #sealed({ secretAccessKey, clientKey, ...open }: LinkDraft, createdAtMs: number): DeploymentLink {
    const secrets: LinkSecrets = { secretAccessKey, ...(clientKey !== undefined && { clientKey }) }
    const text: SealedText = [purposeOf(open), secrets]
    const sealed = this.#box.seal(Buffer.from(JSON.stringify(text))).toString('base64')
    return { ...open, sealed, createdAtMs }
  }
}

type SealedText = readonly [purpose: string, secrets: LinkSecrets]

/** Whoever changes where a link leads cannot have the secret sent there. */
function purposeOf(link: Omit<DeploymentLink, 'sealed' | 'createdAtMs'>): string {
  const { account, region, endpoint, accessKeyId } = link
  return JSON.stringify([account, region, endpoint, accessKeyId])
}
