/** IAM over the query protocol: requests as forms, answers as trees of text. */
import assert from 'node:assert/strict'
import { exchange } from './http.js'

export type Input = Readonly<
  Record<string, string | number | boolean | readonly Input[] | readonly string[]>
>

/** The text of an element without children, or its children by name. A list is its `member`s. */
export type Node = string | { readonly [name: string]: Node } | readonly Node[]

export interface IamClient {
  /** What is in the result element; empty if there is none. */
  readonly ask: (action: string, input?: Input) => Promise<{ readonly [name: string]: Node }>
  /** `Code status: message`. */
  readonly refusal: (action: string, input?: Input) => Promise<string>
}

/** In open mode every access key id of twelve digits is an account. */
export function iamClient(url: string, account: string, region = 'us-east-1'): IamClient {
  const send = async (action: string, input: Input = {}) => {
    const form = new URLSearchParams({ Action: action, Version: '2010-05-08' })
    for (const [name, value] of parametersOf(input)) form.set(name, value)
    const date = new Date().toISOString().replace(/[-:]|\.\d+/g, '')
    const scope = `${account}/${date.slice(0, 8)}/${region}/iam/aws4_request`
    return exchange(url, {
      body: form.toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded; charset=utf-8',
        'x-amz-date': date,
        authorization: `AWS4-HMAC-SHA256 Credential=${scope}, SignedHeaders=host;x-amz-date, Signature=a`,
      },
    })
  }
  return {
    async ask(action, input) {
      const { status, body } = await send(action, input)
      assert.equal(status, 200, body.toString())
      const answer = childrenOf(parseXml(body.toString()))[`${action}Response`] ?? ''
      return childrenOf(childrenOf(answer)[`${action}Result`] ?? '')
    },
    async refusal(action, input) {
      const { status, body } = await send(action, input)
      assert.notEqual(status, 200, body.toString())
      const { Error } = childrenOf(childrenOf(parseXml(body.toString()))['ErrorResponse']!)
      const { Code, Message } = childrenOf(Error!)
      return `${textOf(Code)} ${status}: ${textOf(Message)}`
    },
  }
}

export function childrenOf(node: Node): { readonly [name: string]: Node } {
  return typeof node === 'string' || Array.isArray(node) ? {} : (node as Record<string, Node>)
}

/** Of an element without children. */
export function textOf(node: Node | undefined): string {
  assert.ok(typeof node === 'string', 'the element has no text')
  return node
}

/** The members of a list, which may be empty. */
export function membersOf(node: Node | undefined): readonly Node[] {
  const { member } = childrenOf(node ?? '')
  if (member === undefined) return []
  return Array.isArray(member) ? (member as readonly Node[]) : [member]
}

export function textsOf(node: Node | undefined, name: string): readonly string[] {
  return membersOf(node).map((each) => textOf(childrenOf(each)[name]))
}

function* parametersOf(value: unknown, path = ''): Generator<[string, string]> {
  if (typeof value !== 'object' || value === null) {
    yield [path, String(value)]
    return
  }
  const under = path === '' ? '' : `${path}.`
  const entries = Array.isArray(value)
    ? value.map((each, i) => [`member.${i + 1}`, each] as const)
    : Object.entries(value)
  for (const [name, each] of entries) yield* parametersOf(each, `${under}${name}`)
}

/** Enough for what the server writes: elements, text and attributes that are not looked at. */
function parseXml(xml: string): Node {
  const tokens = xml.matchAll(/<(\/?)([\w.]+)[^>]*?(\/?)>|([^<]+)/g)
  const stack: Element[] = [newElement()]
  for (const [, closing, name, empty, text] of tokens) {
    if (text !== undefined) stack.at(-1)!.text += text
    else if (closing === '/') close(stack, name!)
    else {
      stack.push(newElement())
      if (empty === '/') close(stack, name!)
    }
  }
  return nodeOf(stack[0]!)
}

interface Element {
  readonly children: Map<string, Node[]>
  text: string
}

function newElement(): Element {
  return { children: new Map(), text: '' }
}

function close(stack: Element[], name: string): void {
  const element = stack.pop()!
  const { children } = stack.at(-1)!
  children.set(name, [...(children.get(name) ?? []), nodeOf(element)])
}

function nodeOf({ children, text }: Element): Node {
  if (children.size === 0) return unescaped(text)
  return Object.fromEntries(
    [...children].map(([name, nodes]) => [name, nodes.length === 1 ? nodes[0]! : nodes]),
  )
}

function unescaped(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
}
