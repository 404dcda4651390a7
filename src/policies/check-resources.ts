/** Finds resources that the actions of a statement cannot be done to, and entries that say nothing new. */
import { dynamodbActions, type ActionTarget } from './dynamodb-actions.js'
import { patternOfText } from './pattern.js'
import type { Listed, PolicyStatement } from './policy.js'
import { matchesPattern } from './wildcards.js'

export function* resourceFindings(statement: PolicyStatement): Generator<string> {
  yield* wrongTargets(statement)
  yield* coveredEntries(statement.actions, (text) => text.toLowerCase())
  if (statement.resources !== undefined) yield* coveredEntries(statement.resources, (text) => text)
}

const kinds: readonly (readonly [ActionTarget, RegExp])[] = [
  ['table', /^table\/[^/*?$]+$/],
  ['index', /^table\/[^/*?$]+\/index\//],
  ['stream', /^table\/[^/*?$]+\/stream\//],
  ['backup', /^table\/[^/*?$]+\/backup\//],
  ['export', /^table\/[^/*?$]+\/export\//],
  ['import', /^table\/[^/*?$]+\/import\//],
]

/** What a resource of DynamoDB is; undefined if it can be several. */
function kindOf(resource: string): ActionTarget | undefined {
  const [, , service, , , ...rest] = resource.split(':')
  if (service !== 'dynamodb') return undefined
  const name = rest.join(':')
  return kinds.find(([, form]) => form.test(name))?.[0]
}

/** Only for actions that are named in full, and resources that are clearly something else. */
function* wrongTargets({ actions, resources }: PolicyStatement): Generator<string> {
  if (actions.isExcept || resources === undefined || resources.isExcept) return
  const listed = resources.texts.map(kindOf)
  if (listed.includes(undefined)) return
  for (const text of actions.texts) {
    const facts = factsOf(text)
    if (facts === undefined || facts.targets.some((target) => listed.includes(target))) continue
    yield facts.targets.every((target) => target === 'none')
      ? `${text} is done to no resource: it needs *.`
      : `${text} is done to ${withArticle(facts.targets)}, and none of the resources is one.`
  }
}

function factsOf(text: string) {
  const [service, action] = text.toLowerCase().split(':')
  if (service !== 'dynamodb') return undefined
  return [...dynamodbActions].find(([name]) => name.toLowerCase() === action)?.[1]
}

function withArticle(targets: readonly ActionTarget[]): string {
  const shown = targets.filter((target) => target !== 'none')
  return shown.map((target) => `${/^[aeiou]/.test(target) ? 'an' : 'a'} ${target}`).join(' or ')
}

/** What another entry of the list covers as well. Variables are compared as they are written. */
function* coveredEntries(
  { texts }: Pick<Listed<unknown>, 'texts'>,
  formOf: (text: string) => string,
): Generator<string> {
  const forms = texts.map(formOf)
  const patterns = forms.map(patternOfText)
  for (const [i, form] of forms.entries()) {
    const cover = patterns.findIndex((pattern, at) => {
      if (at === i || (forms[at] === form && at > i)) return false
      return matchesPattern(pattern, form)
    })
    if (cover !== -1) yield `${texts[i]} says nothing new beside ${texts[cover]}.`
  }
}
