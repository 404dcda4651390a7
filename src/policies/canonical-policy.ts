/**
 * The one form in which DynamoDB reads the policy of a table or stream back: without blanks, members in
 * AWS's order, a list of one as its only value, an account as the ARN of its root. Lists of several keep
 * their order and their repetitions; only principals are listed once.
 */

/** AWS: what a policy without a version reads back as. */
const oldestVersion = '2008-10-17'

type Members = Readonly<Record<string, unknown>>

/** For a document that `parsePolicy` has accepted as the policy of a resource. */
export function canonicalPolicy(text: string): string {
  const { Version = oldestVersion, Id, Statement } = JSON.parse(text) as Members
  const statements = Array.isArray(Statement) ? Statement : [Statement]
  const identified = Id === undefined ? {} : { Id }
  return JSON.stringify({ Version, ...identified, Statement: statements.map(canonicalStatement) })
}

/** Whether two canonical documents differ in nothing but the order of members. */
export function sameDocument(one: string, other: string): boolean {
  return one === other || sorted(JSON.parse(one)) === sorted(JSON.parse(other))
}

const memberOrder: Readonly<Record<string, (value: unknown) => unknown>> = {
  Sid: (sid) => sid,
  Effect: titled,
  Principal: principals,
  NotPrincipal: principals,
  Action: unwrapped,
  NotAction: unwrapped,
  Resource: unwrapped,
  NotResource: unwrapped,
  Condition: conditions,
}

function canonicalStatement(statement: unknown): Members {
  const members = statement as Members
  const entries = Object.entries(memberOrder).flatMap(([name, formed]) =>
    members[name] === undefined ? [] : [[name, formed(members[name])] as const],
  )
  return Object.fromEntries(entries)
}

/** AWS: `allow` is accepted, and read back as `Allow`. */
function titled(effect: unknown): string {
  return String(effect).toLowerCase() === 'allow' ? 'Allow' : 'Deny'
}

function principals(value: unknown): unknown {
  if (typeof value === 'string') return value
  return mapped(value as Members, (named) => {
    const texts = listOf(named).map((each) =>
      /^\d{12}$/.test(String(each)) ? `arn:aws:iam::${String(each)}:root` : each,
    )
    return unwrapped([...new Set(texts)])
  })
}

function conditions(value: unknown): unknown {
  return mapped(value as Members, (keys) =>
    mapped(keys as Members, (values) => unwrapped(listOf(values).map(String))),
  )
}

function mapped(members: Members, change: (value: unknown) => unknown): Members {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [name, change(value)]))
}

function unwrapped(value: unknown): unknown {
  return Array.isArray(value) && value.length === 1 ? (value[0] as unknown) : value
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value]
}

function sorted(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sorted).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return `{${members.map(([name, each]) => JSON.stringify(name) + sorted(each)).join()}}`
}
