/** A policy that is ready to be evaluated, and which of its statements speak of a request. */
import type { ArnPattern } from './arn-pattern.js'
import { failingCondition, type PolicyCondition } from './condition-block.js'
import { matchesPattern, type Pattern } from './pattern.js'
import {
  isExcepted,
  matchOf,
  type Principal,
  type PrincipalList,
  type PrincipalMatch,
} from './principal.js'
import type { RequestKeys } from './request-keys.js'

export interface Policy {
  readonly version: PolicyVersion
  readonly id?: string
  readonly statements: readonly PolicyStatement[]
}

export type PolicyVersion = '2012-10-17' | '2008-10-17'
export type Effect = 'Allow' | 'Deny'

export interface PolicyStatement {
  readonly sid?: string
  readonly effect: Effect
  /** Absent in policies of principals, which speak of whom they are attached to. */
  readonly principals?: { readonly list: PrincipalList; readonly isExcept: boolean }
  /** Patterns are in lower case. */
  readonly actions: Listed<Pattern>
  /** Absent in trust policies, which speak of their own role. */
  readonly resources?: Listed<ArnPattern>
  readonly conditions: readonly PolicyCondition[]
}

/** What a statement lists, or all but that. */
export interface Listed<P> {
  /** As written. */
  readonly texts: readonly string[]
  readonly patterns: readonly P[]
  readonly isExcept: boolean
}

export interface PolicyRequest {
  readonly principal: Principal
  /** `dynamodb:GetItem`. */
  readonly action: string
  /** An ARN, or `*` for an action that has no resource. */
  readonly resource: string
  readonly keys: RequestKeys
}

/** How a statement means the caller, or undefined if it does not speak of the request. */
export function applies(
  statement: PolicyStatement,
  request: PolicyRequest,
): PrincipalMatch | undefined {
  if (!actsOn(statement, request) || !covers(statement, request)) return undefined
  const match = meant(statement, request.principal)
  if (match === 'none') return undefined
  return failingCondition(statement.conditions, request.keys) === undefined ? match : undefined
}

function actsOn({ actions }: PolicyStatement, { action }: PolicyRequest): boolean {
  const name = action.toLowerCase()
  return actions.patterns.some((each) => matchesPattern(each, name)) !== actions.isExcept
}

function covers({ resources }: PolicyStatement, { resource, keys }: PolicyRequest): boolean {
  if (resources === undefined) return true
  return resources.patterns.some((each) => each.matches(resource, keys)) !== resources.isExcept
}

function meant({ principals }: PolicyStatement, principal: Principal): PrincipalMatch {
  if (principals === undefined) return 'itself'
  const { list, isExcept } = principals
  if (!isExcept) return matchOf(list, principal)
  return isExcepted(list, principal) ? 'none' : 'everyone'
}
