/**
 * The shapes of a service's inputs as data: what `npm run generate` keeps of the service models for
 * use at run time. Shapes name each other, since some contain themselves.
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
}

export interface MapShape {
  readonly kind: 'map'
  readonly min?: number
  readonly max?: number
  readonly key: string
  readonly value: string
}

export interface StructureShape {
  readonly kind: 'structure'
  /** In the model's order, which is the order of checks unless a rule says otherwise. */
  readonly members: { readonly [name: string]: string }
  readonly required?: readonly string[]
}

export interface ServiceShapes {
  /** The shape of each operation's input. */
  readonly operations: { readonly [operation: string]: string }
  readonly shapes: { readonly [name: string]: Shape }
}
