/**
 * Calls operations of another deployment by a link: signed, over connections that stay open. Nothing is
 * sent again here, because callers go on from where they are; but after a call without an answer, further
 * ones fail at once for a while, so that nobody waits and knocks without end.
 */
import { Agent } from 'node:http'
import { Agent as SecureAgent } from 'node:https'
import type { InputOf, OperationId, OutputOf } from '../api/services.js'
import { DeploymentFault } from '../replication/deployment.js'
import type { OpenLink } from '../replication/deployment-link.js'
import type { Clock } from '../stdx/clock.js'
import { linkAnswerMsMax, linkConnectionsMax, linkPauseMs, linkPauseMsMax } from './limits.js'
import type { LinkCodec } from './link-codec.js'
import { post, type LinkAnswer } from './post.js'
import { signedHeaders } from './sign-request.js'
import { noAnswer, refusal } from './told-fault.js'

export interface LinkClientParts {
  readonly codec: LinkCodec
  /** By which requests are signed. */
  readonly clock: Clock
  /** By which pauses are taken. */
  readonly steady: Clock
}

export interface CallManner {
  readonly timeoutMs?: number
  /** Somebody waits for the answer: is tried at once, whatever failed before. */
  readonly isAsked?: boolean
}

/** Calls operations of another deployment. */
export interface LinkCaller {
  call<Id extends OperationId>(
    id: Id,
    input: InputOf<Id>,
    manner?: CallManner,
  ): Promise<NonNullable<OutputOf<Id>>>
}

export class LinkClient implements LinkCaller {
  readonly origin: string
  readonly #link: OpenLink
  readonly #parts: LinkClientParts
  readonly #agent: Agent
  #failures = 0
  #pausedToMs = 0
  #lastFault: DeploymentFault | undefined

  constructor(link: OpenLink, parts: LinkClientParts) {
    this.#link = link
    this.#parts = parts
    this.origin = new URL(link.endpoint).origin
    this.#agent = agentOf(link)
  }

  async call<Id extends OperationId>(
    id: Id,
    input: InputOf<Id>,
    { timeoutMs = linkAnswerMsMax, isAsked = false }: CallManner = {},
  ): Promise<NonNullable<OutputOf<Id>>> {
    const { steady, codec } = this.#parts
    const last = this.#lastFault
    if (!isAsked && last !== undefined && steady.now() < this.#pausedToMs) throw last
    const answer = await this.#send(id, codec.encode(id, input), timeoutMs)
    if (answer.status !== 200) {
      throw this.#noted(refusal(this.origin, nameOf(id), answer, codec.decodeError(answer.body)))
    }
    this.#failures = 0
    this.#lastFault = undefined
    return this.#decoded(id, answer)
  }

  close(): void {
    this.#agent.destroy()
  }

  async #send(id: OperationId, body: Buffer, timeoutMs: number): Promise<LinkAnswer> {
    const { codec, clock } = this.#parts
    const url = new URL(codec.pathOf(id), this.origin)
    const call = { service: codec.service, headers: codec.headers, body }
    const headers = signedHeaders({ ...this.#link, url }, call, clock.now())
    try {
      return await post({ url, agent: this.#agent, headers, body, timeoutMs })
    } catch (error) {
      throw this.#noted(noAnswer(this.origin, error))
    }
  }

  #decoded<Id extends OperationId>(id: Id, { body }: LinkAnswer): NonNullable<OutputOf<Id>> {
    try {
      return this.#parts.codec.decode(id, body) as NonNullable<OutputOf<Id>>
    } catch {
      const sentence = `${this.origin} answered ${nameOf(id)} with something else.`
      throw this.#noted(new DeploymentFault('incompatible', sentence))
    }
  }

  /** What is refused by meaning is an answer like any other. */
  #noted(fault: DeploymentFault): DeploymentFault {
    if (fault.kind === 'refused') return fault
    const pauseMs = Math.min(linkPauseMs * 2 ** Math.min(this.#failures, 16), linkPauseMsMax)
    this.#failures++
    this.#pausedToMs = this.#parts.steady.now() + pauseMs
    this.#lastFault = fault
    return fault
  }
}

function agentOf(link: OpenLink): Agent {
  const kept = { keepAlive: true, maxSockets: linkConnectionsMax }
  if (!link.endpoint.startsWith('https:')) return new Agent(kept)
  const { certificateAuthority: ca, clientCertificate: cert, clientKey: key } = link
  return new SecureAgent({
    ...kept,
    minVersion: 'TLSv1.2',
    ...(ca !== undefined && { ca }),
    ...(cert !== undefined && { cert, key }),
  })
}

function nameOf(id: OperationId): string {
  return id.slice(id.indexOf('.') + 1)
}
