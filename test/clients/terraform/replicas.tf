# One table in three regions, two of them as blocks of the table.

resource "aws_dynamodb_table" "global" {
  name             = "global"
  billing_mode     = "PAY_PER_REQUEST"
  hash_key         = "id"
  stream_enabled   = true
  stream_view_type = "NEW_AND_OLD_IMAGES"

  attribute {
    name = "id"
    type = "S"
  }

  attribute {
    name = "owner"
    type = "S"
  }

  global_secondary_index {
    name            = "by-owner"
    hash_key        = "owner"
    projection_type = "ALL"
  }

  tags = {
    team = "shop"
  }

  replica {
    region_name    = "eu-west-1"
    propagate_tags = true
  }

  replica {
    region_name            = "us-east-1"
    point_in_time_recovery = true
  }
}
