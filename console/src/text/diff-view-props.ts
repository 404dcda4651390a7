export interface DiffViewProps {
  readonly before: string
  readonly after: string
  readonly label: string
}
