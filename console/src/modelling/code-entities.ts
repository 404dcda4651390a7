/**
 * What the libraries of single-table design have in common: an entity has fields, and keys made of
 * fields. A variable of a key template is a field; a key without a template, or one that is no text,
 * is a field itself.
 */
import type { ValueType } from '../values/attribute-value.js'
import { attributeTypeOf } from './attribute-types.js'
import {
  type Entity,
  keyAttributesOf,
  type ModelIndex,
  type ModelKeyAttribute,
  type ModelTable,
} from './data-model.js'
import { parseTemplate, type TemplatePart } from './key-template.js'

export interface CodeField {
  readonly name: string
  readonly type: ValueType
  /** Part of the table's key. */
  readonly isKey: boolean
}

export type CodeKey =
  | { readonly kind: 'field'; readonly attribute: ModelKeyAttribute }
  | {
      readonly kind: 'template'
      readonly attribute: ModelKeyAttribute
      readonly parts: readonly TemplatePart[]
      readonly fields: readonly string[]
    }

export interface CodeIndex {
  /** Absent for the table itself. */
  readonly index?: ModelIndex
  readonly partition: CodeKey
  readonly sort?: CodeKey
}

export interface CodeEntity {
  /** As a name in code: `OrderLine`. */
  readonly name: string
  readonly fields: readonly CodeField[]
  readonly indexes: readonly CodeIndex[]
}

export function codeEntities(table: ModelTable): readonly CodeEntity[] {
  return table.entities.map((entity) => codeEntity(table, entity))
}

function codeEntity(table: ModelTable, entity: Entity): CodeEntity {
  const own = codeIndex(entity, table.key)
  const others = table.indexes
    .filter(({ key }) => keyAttributesOf(key).every((each) => isIn(entity, table, each)))
    .map((index) => ({ index, ...codeIndex(entity, index.key) }))
  const keyFields = fieldsOf(own)
  const indexFields = others.flatMap(fieldsOf)
  const computed = [own, ...others].flatMap(computedBy)
  const names = [
    ...keyFields,
    ...indexFields,
    ...entity.attributes.filter((name) => !computed.includes(name)),
  ]
  return {
    name: codeTypeName(entity.name),
    fields: [...new Set(names)].map((name) => ({
      name,
      type: attributeTypeOf(table, name),
      isKey: keyFields.includes(name),
    })),
    indexes: [own, ...others],
  }
}

/** An index without a template has the entity only if the entity has its attribute. */
function isIn(entity: Entity, table: ModelTable, { name }: ModelKeyAttribute): boolean {
  const isTableKey = keyAttributesOf(table.key).some((each) => each.name === name)
  return isTableKey || (entity.templates[name] ?? '') !== '' || entity.attributes.includes(name)
}

function codeIndex(
  { templates }: Entity,
  { partition, sort }: ModelTable['key'],
): Omit<CodeIndex, 'index'> {
  return {
    partition: codeKey(partition, templates[partition.name]),
    ...(sort === undefined ? {} : { sort: codeKey(sort, templates[sort.name]) }),
  }
}

function codeKey(attribute: ModelKeyAttribute, source = ''): CodeKey {
  const parts = parseTemplate(source).parts.map((part): TemplatePart =>
    part.kind === 'text' ? part : { ...part, name: fieldName(part.name) },
  )
  const fields = [
    ...new Set(parts.flatMap((part) => (part.kind === 'variable' ? [part.name] : []))),
  ]
  const isItself = parts.length === 1 && fields[0] === attribute.name
  if (source === '' || attribute.type !== 'S' || isItself) return { kind: 'field', attribute }
  return { kind: 'template', attribute, parts, fields }
}

function fieldsOf({ partition, sort }: Omit<CodeIndex, 'index'>): readonly string[] {
  return [partition, sort].flatMap((key) => {
    if (key === undefined) return []
    return key.kind === 'field' ? [key.attribute.name] : key.fields
  })
}

function computedBy({ partition, sort }: Omit<CodeIndex, 'index'>): readonly string[] {
  return [partition, sort].flatMap((key) => (key?.kind === 'template' ? [key.attribute.name] : []))
}

/** Variables are written by people; in code they have to be names. */
function fieldName(variable: string): string {
  const words = variable.split(/[^A-Za-z0-9_$]+/).filter((each) => each !== '')
  const name = words.map((each, i) => (i === 0 ? each : capitalised(each))).join('')
  return /^[A-Za-z_$]/.test(name) ? name : `value${name}`
}

export function codeTypeName(name: string): string {
  const words = name.split(/[^A-Za-z0-9]+/).filter((each) => each !== '')
  const joined = words.map(capitalised).join('')
  return /^[A-Za-z]/.test(joined) ? joined : `Entity${joined}`
}

export function capitalised(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1)
}

/** As a member of an object: quoted where it has to be. */
export function codeMember(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : codeLiteral(name)
}

export function codeLiteral(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replace(/\\"/g, '"').replace(/'/g, "\\'")}'`
}

/** A template as the libraries write it: `ORDER#${orderId}`, for use within quotes or backticks. */
export function dollarTemplate(parts: readonly TemplatePart[]): string {
  return parts.map((part) => (part.kind === 'text' ? part.text : `\${${part.name}}`)).join('')
}
