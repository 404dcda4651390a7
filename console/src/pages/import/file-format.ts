/** What kind of records a file has. */
import { valueTypes } from '../../values/attribute-value.js'
import { JsonTextError, readJson, type JsonNode } from '../../values/read-json.js'
import { textOf, type NamedFile } from './file-text.js'
import { sampleRecordsMax } from './limits.js'
import { delimiterOf, splitJson, type TextRecord } from './split-records.js'

export type FileFormat =
  | { readonly kind: 'csv'; readonly delimiter: string }
  /** `wrapper` is the member that holds the item, as in files of an export. */
  | { readonly kind: 'dynamodb'; readonly wrapper?: string }
  | { readonly kind: 'plain' }

export type ObjectNode = Extract<JsonNode, { kind: 'object' }>

export async function formatOf(file: NamedFile): Promise<FileFormat> {
  const name = file.name.replace(/\.gz$/i, '')
  if (/\.ion$/i.test(name))
    throw new Error('Export files in Amazon Ion are not read here. Export as DynamoDB JSON.')
  if (/\.(csv|tsv|txt)$/i.test(name)) {
    return { kind: 'csv', delimiter: /\.tsv$/i.test(name) ? '\t' : delimiterOf(await headOf(file)) }
  }
  const head = await headOf(file)
  if (!/^[\s\uFEFF]*[[{]/.test(head)) return { kind: 'csv', delimiter: delimiterOf(head) }
  return jsonFormatOf(await sampleOf(file))
}

async function headOf(file: NamedFile): Promise<string> {
  for await (const chunk of textOf(file)) return chunk
  return ''
}

/** What can be read of the first records. */
export async function sampleOf(file: NamedFile): Promise<readonly ObjectNode[]> {
  const nodes: ObjectNode[] = []
  let fault: Error | undefined
  for await (const record of splitJson(textOf(file))) {
    try {
      for (const { text, line } of unfolded(record)) {
        const node = nodeOf(text, line)
        if (node.kind === 'object') nodes.push(node)
        if (nodes.length >= sampleRecordsMax) return nodes
      }
    } catch (error) {
      fault ??= error instanceof Error ? error : new Error(String(error))
    }
  }
  if (nodes.length === 0 && fault !== undefined) throw fault
  return nodes
}

/** The answer of a Query or Scan, as the AWS CLI prints it, is one object with all items. */
export function unfolded(record: TextRecord): readonly TextRecord[] {
  if (!/^\s*\{\s*"Items"\s*:/.test(record.text)) return [record]
  const items = memberOf(nodeOf(record.text, record.line), 'Items')
  if (items?.kind !== 'array') return [record]
  return items.elements.map(({ start, end }) => ({
    text: record.text.slice(start, end),
    line: record.line + record.text.slice(0, start).split('\n').length - 1,
  }))
}

/** Throws what is wrong with the record, and where. */
export function nodeOf(text: string, line: number): JsonNode {
  try {
    return readJson(text)
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error
    const further = text.slice(0, error.fault.start).split('\n').length - 1
    throw new Error(`Line ${line + further}: ${error.message}`, { cause: error })
  }
}

function jsonFormatOf(nodes: readonly ObjectNode[]): FileFormat {
  if (nodes.length === 0) return { kind: 'plain' }
  const all = (isOf: (node: ObjectNode) => boolean): boolean => nodes.every(isOf)
  if (all((node) => isTyped(memberOf(node, 'Item')))) return { kind: 'dynamodb', wrapper: 'Item' }
  if (all((node) => isTyped(memberOf(memberOf(node, 'PutRequest'), 'Item')))) {
    return { kind: 'dynamodb', wrapper: 'PutRequest' }
  }
  // An incremental export; what was deleted has no new image.
  if (all((node) => isTyped(memberOf(node, 'Keys'))))
    return { kind: 'dynamodb', wrapper: 'NewImage' }
  return all(isTyped) ? { kind: 'dynamodb' } : { kind: 'plain' }
}

export function memberOf(node: JsonNode | undefined, name: string): JsonNode | undefined {
  return node?.kind === 'object'
    ? node.members.find((member) => member.name === name)?.value
    : undefined
}

/** Whether every member is `{ "S": … }` or of another type: plain JSON never looks like this throughout. */
function isTyped(node: JsonNode | undefined): boolean {
  if (node?.kind !== 'object' || node.members.length === 0) return false
  return node.members.every(
    ({ value }) =>
      value.kind === 'object' &&
      value.members.length === 1 &&
      (valueTypes as readonly string[]).includes(value.members[0]!.name),
  )
}
