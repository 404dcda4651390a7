/**
 * What a GetResources asks for. All tag filters must hold, each by one of its values, or by any
 * value if it lists none.
 */
import type { GetResourcesInput, TagFilter } from '../../api/generated/tagging-types.js'
import type { Tag } from '../../model/table.js'
import { invalidRequest } from './errors.js'

export interface Search {
  /** Undefined means all resources. */
  readonly arns: readonly string[] | undefined
  readonly filters: readonly TagFilter[]
  /** Whether tables are among the wanted types. */
  readonly wantsTables: boolean
  readonly withCompliance: boolean
  readonly withoutCompliant: boolean
  readonly resourcesMax: number
  readonly tagsMax: number
  readonly token: string | undefined
}

const resourcesPerPage = { min: 1, max: 100, usual: 50 }
const tagsPerPage = { min: 100, max: 500 }

export function readSearch(input: GetResourcesInput): Search {
  refuseCombinations(input)
  const { ResourceARNList: arns, ResourcesPerPage, TagsPerPage } = input
  requireBetween('ResourcesPerPage', ResourcesPerPage, resourcesPerPage)
  requireBetween('TagsPerPage', TagsPerPage, tagsPerPage)
  return {
    arns,
    filters: readFilters(input.TagFilters ?? []),
    wantsTables: wantsTables(input.ResourceTypeFilters ?? []),
    withCompliance: input.IncludeComplianceDetails === true,
    withoutCompliant: input.ExcludeCompliantResources === true,
    resourcesMax:
      ResourcesPerPage ?? (TagsPerPage === undefined ? resourcesPerPage.usual : Infinity),
    tagsMax: TagsPerPage ?? Infinity,
    // AWS: the last page has an empty token, and a request for the first page may have one.
    token: input.PaginationToken === '' ? undefined : input.PaginationToken,
  }
}

/** AWS: resources that are listed by name cannot be filtered or paged. */
const notWithArns = [
  'ResourceTypeFilters',
  'TagFilters',
  'ResourcesPerPage',
  'TagsPerPage',
  'PaginationToken',
] as const

function refuseCombinations(input: GetResourcesInput): void {
  if (input.ResourceARNList !== undefined) {
    const other = notWithArns.find((name) => isGiven(input[name]))
    if (other !== undefined) {
      throw invalidRequest(`ResourceARNList and ${other} cannot be used in the same request`)
    }
  }
  if (input.ExcludeCompliantResources === true && input.IncludeComplianceDetails !== true) {
    throw invalidRequest('ExcludeCompliantResources can only be used with IncludeComplianceDetails')
  }
}

function isGiven(value: unknown): boolean {
  if (value === undefined || value === '') return false
  return !Array.isArray(value) || value.length > 0
}

function requireBetween(
  name: string,
  value: number | undefined,
  { min, max }: { readonly min: number; readonly max: number },
): void {
  if (value === undefined || (value >= min && value <= max)) return
  throw invalidRequest(`${name} must be between ${min} and ${max}`)
}

function readFilters(filters: readonly TagFilter[]): readonly TagFilter[] {
  if (filters.some(({ Key }) => Key === undefined)) {
    throw invalidRequest('A tag filter must have a key')
  }
  return filters
}

/** A type is a service, or a service and one of its resource kinds. */
function wantsTables(types: readonly string[]): boolean {
  return types.length === 0 || types.includes('dynamodb') || types.includes('dynamodb:table')
}

export function matches({ filters }: Search, tags: readonly Tag[]): boolean {
  return filters.every(({ Key, Values = [] }) =>
    tags.some(({ key, value }) => {
      return key === Key && (Values.length === 0 || Values.includes(value))
    }),
  )
}
