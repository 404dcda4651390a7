# The cluster that the server's endpoint for clients of DAX is.

resource "aws_dax_parameter_group" "short" {
  name        = "short"
  description = "ten seconds"

  parameters {
    name  = "query-ttl-millis"
    value = "10000"
  }

  parameters {
    name  = "record-ttl-millis"
    value = "10000"
  }
}

resource "aws_dax_subnet_group" "near" {
  name       = "near"
  subnet_ids = ["subnet-1", "subnet-2"]
}

resource "aws_dax_cluster" "fast" {
  cluster_name         = "fast"
  iam_role_arn         = "arn:aws:iam::000000000000:role/dax"
  node_type            = "dax.r5.large"
  replication_factor   = 1
  parameter_group_name = aws_dax_parameter_group.short.name
  subnet_group_name    = aws_dax_subnet_group.near.name
  maintenance_window   = "sun:05:00-sun:06:00"

  tags = {
    team = "core"
  }
}
