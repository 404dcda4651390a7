/** The names of generated declarations, derived from the id of their service. */
export function modelName(id: string): string {
  return `${camelCase(id)}Model`
}

export function operationsName(id: string): string {
  const name = camelCase(id)
  return `${name[0]!.toUpperCase()}${name.slice(1)}Operations`
}

function camelCase(id: string): string {
  return id.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
