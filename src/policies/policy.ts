/** A policy that is ready to be evaluated, and which of its statements speak of an action on a resource. */
import type { ArnPattern } from './arn-pattern.js'
import type { PolicyCondition } from './condition-block.js'
import { itemKeyIn } from './dynamodb-actions.js'
import { matchesPattern, type Pattern } from './wildcards.js'
import {
  isExcepted,
  matchOf,
  type Principal,
  type PrincipalList,
  type PrincipalMatch,
} from './principal.js'
import { noKeys, type RequestKeys } from './request-keys.js'

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

/** A request without the values that conditions and variables can name. */
export interface PolicyQuestion extends Omit<PolicyRequest, 'keys'> {
  /** Whether it is about everything that begins with the resource. */
  readonly isPrefix?: boolean
}

/**
 * How a statement means the caller, or 'none' if it does not speak of the action, the resource or the
 * caller. Resources with variables are left to `coversResource`, and so are conditions to their own.
 */
export function statementMatch(
  statement: PolicyStatement,
  question: PolicyQuestion,
): PrincipalMatch {
  if (!actsOn(statement, question.action)) return 'none'
  if (!waitsForKeys(statement) && !coversResource(statement, question, noKeys)) return 'none'
  return meant(statement, question.principal)
}

/** Whether what a statement covers depends on values of the request. */
export function waitsForKeys({ resources }: PolicyStatement): boolean {
  return resources?.patterns.some(({ hasVariables }) => hasVariables) ?? false
}

export function coversResource(
  { effect, resources }: PolicyStatement,
  { resource, isPrefix }: Pick<PolicyQuestion, 'resource' | 'isPrefix'>,
  keys: RequestKeys,
): boolean {
  if (resources === undefined) return true
  const { patterns, isExcept } = resources
  // Of many resources, one that is denied counts, and one that is not allowed.
  const one = isPrefix === true && (effect === 'Deny') !== isExcept
  const whole = isPrefix === true ? resource + anyEnd : resource
  const isListed = (each: ArnPattern) => (one ? each.overlaps(resource) : each.matches(whole, keys))
  return patterns.some(isListed) !== isExcept
}

/** Stands for whatever follows a prefix: only a `*` covers it. */
const anyEnd = '\uffff'.repeat(64)

function actsOn(statement: PolicyStatement, action: string): boolean {
  const { effect, actions, conditions } = statement
  const name = action.toLowerCase()
  // AWS: a search carries nothing about items, so what is allowed for some items does not speak of it.
  if (name === 'dynamodb:searchvectors' && effect === 'Allow') {
    if (conditions.some(({ key }) => itemKeyIn(key) !== undefined)) return false
  }
  return actions.patterns.some((each) => matchesPattern(each, name)) !== actions.isExcept
}

function meant({ principals }: PolicyStatement, principal: Principal): PrincipalMatch {
  if (principals === undefined) return 'itself'
  const { list, isExcept } = principals
  if (!isExcept) return matchOf(list, principal)
  return isExcepted(list, principal) ? 'none' : 'everyone'
}
