/**
 * Turns a shape into the function that checks its constraints. Shapes without constraints compile
 * to nothing and are not walked; attribute values have none, so items are never inspected.
 *
 * A container's own length is checked before its contents, and pattern before minimum before
 * maximum.
 */
import type { JsonObject } from '../model/changed-members.js'
import { namesIn } from '../model/read-ahead.js'
import { addFailure, addMissing, type Gathering } from './constraint-failures.js'
import { elementPath, memberPath, type Path } from './constraint-path.js'
import { printJson } from './print-value.js'
import type { Compiling, TableNameRule } from './quirks.js'
import {
  boundsCheck,
  isBounded,
  rangeCheck,
  siteOf,
  stringCheck,
  textListCheck,
  type Check,
  type Site,
} from './scalar-constraints.js'
import type { MapShape, Shape, StringShape, StructureShape } from './shape.js'
import { checkTableName, isTableKey, tableKeyConstraint } from './table-name-constraint.js'

export interface CompilingInput extends Compiling {
  readonly tableName: TableNameRule
}

export function compileConstraints(
  compiling: CompilingInput,
  name: string,
  siteName = name,
): Check | undefined {
  const { shapes, quirks } = compiling
  if (quirks.ownChecks?.has(name)) return undefined
  const shape = { ...shapes[name]!, ...quirks.siteLimits?.[siteName] } as Shape
  switch (shape.kind) {
    case 'structure':
      return structureCheck(compiling, name, shape)
    case 'list':
      return listCheck(compiling, shape.element, siteOf(compiling, name, siteName, shape))
    case 'map':
      return mapCheck(compiling, name, shape, siteOf(compiling, name, siteName, shape))
    case 'string':
      return stringCheck(
        asPrinted(compiling, name, shape),
        siteOf(compiling, name, siteName, shape),
      )
    case 'integer':
    case 'long':
    case 'double':
      return rangeCheck(siteOf(compiling, name, siteName, shape))
    default:
      return undefined
  }
}

function asPrinted({ quirks }: Compiling, name: string, shape: StringShape): StringShape {
  if (quirks.ownPatterns?.has(name) === true) return { ...shape, pattern: undefined }
  return shape.values === undefined
    ? shape
    : { ...shape, values: quirks.printedEnums?.[name] ?? shape.values }
}

/** Absent elements are refused even if elements have no constraints. */
function checkElement(
  check: Check | undefined,
  value: unknown,
  path: Path,
  gathering: Gathering,
): void {
  if (value === null) addMissing(gathering, path)
  else check?.(value, path, gathering)
}

function listCheck(compiling: CompilingInput, element: string, site: Site): Check {
  const shape = compiling.shapes[element]!
  if (compiling.quirks.hidesTexts === true && shape.kind === 'string' && !shape.values) {
    return textListCheck(shape, site)
  }
  const check = compileConstraints(compiling, element)
  const walked = holdsNulls(compiling, element)
  const bounds = boundsCheck(site, (list: readonly unknown[]) => list.length)
  return (value, path, gathering) => {
    const list = value as readonly unknown[]
    bounds(list, path, gathering)
    if (!walked) return
    for (const [index, member] of list.entries()) {
      checkElement(check, member, elementPath(path, index + 1), gathering)
    }
  }
}

/** Attribute values are never null once decoded, and have no constraints. */
function holdsNulls({ shapes }: Compiling, name: string): boolean {
  return shapes[name]!.kind !== 'attribute-value'
}

function mapCheck(
  compiling: CompilingInput,
  name: string,
  shape: MapShape,
  site: Site,
): Check | undefined {
  const walked = holdsNulls(compiling, shape.value)
  if (!walked && !isBounded(site)) return undefined
  const check = compileConstraints(compiling, shape.value, `${name}.value`)
  const keyCheck = tableKeyCheck(compiling, name, site)
  const lengthCheck = mapValueCheck(compiling, name, site)
  const bounds = boundsCheck(site, (map: JsonObject) => namesIn(map).length)
  return (value, path, gathering) => {
    const map = value as JsonObject
    bounds(map, path, gathering)
    lengthCheck?.(map, path, gathering)
    keyCheck?.(map, path, gathering)
    if (!walked) return
    for (const key of namesIn(map)) {
      const element = map[key]
      if (check === undefined && element !== null) continue
      checkElement(check, element, elementPath(path, key), gathering)
    }
  }
}

/** AWS: a bad table name is reported as a failure of the map whose key it is. */
function tableKeyCheck({ quirks }: Compiling, name: string, site: Site): Check | undefined {
  const wording = quirks.tableKeyWordings?.[name]
  if (wording === undefined) return undefined
  const print = wording.printed === 'json' ? printJson : site.print
  return (map, path, gathering) => {
    if (wording.yieldsToOthers && gathering.sentences.length > 0) return
    if (Object.keys(map as JsonObject).every(isTableKey)) return
    addFailure(gathering, path!, { constraint: tableKeyConstraint, print: () => print(map) })
  }
}

/** AWS: the lengths of lists in some maps are reported together, as a failure of the map. */
function mapValueCheck({ quirks }: Compiling, name: string, site: Site): Check | undefined {
  const limits = quirks.mapValueLimits?.[name]
  if (limits === undefined) return undefined
  const constraint = `Map value must satisfy constraint: [Member must have length less than or equal to ${limits.max}, Member must have length greater than or equal to ${limits.min}]`
  return (map, path, gathering) => {
    const lists = Object.values(map as { readonly [key: string]: readonly unknown[] | null })
    const fits = (list: readonly unknown[]) =>
      list.length >= limits.min && list.length <= limits.max
    if (lists.every((list) => list === null || fits(list))) return
    addFailure(gathering, path!, { constraint, print: () => site.print(map) })
  }
}

interface MemberCheck {
  readonly name: string
  readonly required: boolean
  readonly requiredUnless: string | undefined
  readonly check: Check | undefined
  /** The path of the member if the structure is the input itself. */
  readonly path: Path
}

function structureCheck(
  compiling: CompilingInput,
  name: string,
  shape: StructureShape,
): Check | undefined {
  const members = orderedMembers(compiling, name, shape)
    .map((member) => memberCheck(compiling, name, shape, member))
    .filter((member) => member.required || member.requiredUnless || member.check)
  if (members.length === 0) return undefined
  return (value, path, gathering) => checkMembers(members, value as JsonObject, path, gathering)
}

function orderedMembers(
  { quirks }: Compiling,
  name: string,
  shape: StructureShape,
): readonly string[] {
  return [...new Set([...(quirks.memberOrders?.[name] ?? []), ...Object.keys(shape.members)])]
}

function memberCheck(
  compiling: CompilingInput,
  structure: string,
  shape: StructureShape,
  name: string,
): MemberCheck {
  const conditional = compiling.quirks.requiredUnless?.[structure]
  return {
    name,
    required: shape.required?.includes(name) ?? false,
    requiredUnless: conditional?.members.includes(name) ? conditional.unless : undefined,
    check: compileMember(compiling, structure, name, shape.members[name]!),
    path: memberPath(undefined, name),
  }
}

function compileMember(
  compiling: CompilingInput,
  structure: string,
  name: string,
  shapeName: string,
): Check | undefined {
  if (name !== 'TableName' || compiling.quirks.tableNameShapes?.has(shapeName) !== true) {
    return compileConstraints(compiling, shapeName, `${structure}.${name}`)
  }
  const rule = compiling.tableName
  // A name that is reported alone was already checked before everything else.
  if (rule.alone) return undefined
  return (value, path, gathering) => checkTableName(value as string, path!, gathering, rule)
}

function checkMembers(
  members: readonly MemberCheck[],
  structure: JsonObject,
  path: Path | undefined,
  gathering: Gathering,
): void {
  for (const member of members) {
    const value = structure[member.name]
    const at = path === undefined ? member.path : memberPath(path, member.name)
    if (value !== undefined) member.check?.(value, at, gathering)
    else if (isRequired(member, structure)) addMissing(gathering, at)
  }
}

function isRequired(member: MemberCheck, structure: JsonObject): boolean {
  if (member.required) return true
  return member.requiredUnless !== undefined && structure[member.requiredUnless] === undefined
}
