/** The members of a service under names that are unique among all services. */
export type Qualified<Service extends string, Members> = {
  readonly [Name in keyof Members & string as `${Service}.${Name}`]: Members[Name]
}
