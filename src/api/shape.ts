/**
 * The shapes of a service's inputs and outputs as data. Shapes refer to each other by name, since
 * some contain themselves.
 */
export type Shape =
  | StringShape
  | NumberShape
  | ListShape
  | MapShape
  | StructureShape
  | { readonly kind: 'boolean' | 'blob' | 'timestamp' | 'attribute-value' }

export interface StringShape {
  readonly kind: 'string'
  readonly min?: number
  readonly max?: number
  readonly pattern?: string
  readonly values?: readonly string[]
}

export interface NumberShape {
  readonly kind: 'integer' | 'long' | 'double'
  readonly min?: number
  readonly max?: number
}

export interface ListShape {
  readonly kind: 'list'
  readonly min?: number
  readonly max?: number
  readonly element: string
  /** The name of an element in XML, if not `member`. */
  readonly elementName?: string
  /** Whether its elements are not wrapped in XML. */
  readonly flattened?: boolean
}

export interface MapShape {
  readonly kind: 'map'
  readonly min?: number
  readonly max?: number
  readonly key: string
  readonly value: string
  readonly flattened?: boolean
}

export interface StructureShape {
  readonly kind: 'structure'
  /** In the model's order, in which they are also checked unless a rule says otherwise. */
  readonly members: { readonly [name: string]: string }
  readonly required?: readonly string[]
}

/** By name. */
export type Shapes = { readonly [name: string]: Shape }
