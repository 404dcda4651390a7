/** What an editor of statements can offer: the tables, their indexes and attributes. */
export interface SchemaAttribute {
  readonly name: string
  /** `key`, `S`, `N or S`. */
  readonly detail?: string
}

export interface SchemaTable {
  readonly name: string
  readonly indexes: readonly { readonly name: string; readonly detail?: string }[]
  readonly attributes: readonly SchemaAttribute[]
}

export interface StatementSchema {
  readonly tables: readonly SchemaTable[]
}
