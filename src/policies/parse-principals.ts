/** Reads whom a statement of a resource's policy speaks of. */
import { PolicyFault } from './policy-fault.js'
import type { PrincipalList } from './principal.js'

const accountId = /^\d{12}$/
const rootArn = /^arn:[\w-]+:iam::(\d{12}):root$/
const principalArn =
  /^arn:[\w-]+:(?:iam::\d{12}:(?:user|role)\/|sts::\d{12}:(?:assumed-role|federated-user)\/)[\w+=,.@/-]+$/

const kinds = ['AWS', 'Service', 'Federated', 'CanonicalUser'] as const

export function parsePrincipals(value: unknown): PrincipalList {
  if (value === '*') return listOf({ everyone: true })
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new PolicyFault('principal', 'A Principal is * or an object.')
  }
  const members = Object.entries(value)
  const unknown = members.find(([kind]) => !kinds.includes(kind as (typeof kinds)[number]))
  if (unknown !== undefined || members.length === 0) {
    throw new PolicyFault('principal', 'A Principal names AWS, Service or Federated.')
  }
  const named = Object.fromEntries(members.map(([kind, texts]) => [kind, textsOf(texts)]))
  const callers = named['AWS'] ?? []
  return listOf({
    everyone: callers.includes('*'),
    accounts: callers.flatMap(accountOf),
    arns: callers.filter((text) => text !== '*' && accountOf(text).length === 0).map(arnOf),
    services: named['Service'] ?? [],
    federated: named['Federated'] ?? [],
  })
}

function listOf(members: Partial<PrincipalList>): PrincipalList {
  return { everyone: false, accounts: [], arns: [], services: [], federated: [], ...members }
}

/** AWS: an account's number and the ARN of its root user mean the same. */
function accountOf(text: string): readonly string[] {
  const account = accountId.test(text) ? text : rootArn.exec(text)?.[1]
  return account === undefined ? [] : [account]
}

/** AWS: no part of it can be a wildcard. */
function arnOf(text: string): string {
  if (principalArn.test(text)) return text
  throw new PolicyFault('principal', `The principal "${text}" is not one that can be named.`)
}

function textsOf(value: unknown): readonly string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value]
  return list.map((each) => {
    if (typeof each === 'string') return each
    throw new PolicyFault('principal', 'The principals of a statement are texts.')
  })
}
