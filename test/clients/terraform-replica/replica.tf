# A replica as a resource of its own. The provider asks KMS for the default key of each one that it reads.

terraform {
  required_providers {
    aws = { source = "hashicorp/aws" }
  }
}

variable "endpoint" {
  type = string
}

variable "kms" {
  type = string
}

# The provider needs to know the account: it makes the ARN of the table itself.
provider "aws" {
  region                      = "eu-central-1"
  skip_credentials_validation = true
  skip_metadata_api_check     = true

  endpoints {
    dynamodb = var.endpoint
    sts      = var.endpoint
  }
}

provider "aws" {
  alias                       = "away"
  region                      = "us-east-1"
  skip_credentials_validation = true
  skip_metadata_api_check     = true

  endpoints {
    dynamodb = var.endpoint
    kms      = var.kms
    sts      = var.endpoint
  }
}

resource "aws_dynamodb_table" "main" {
  name             = "main"
  billing_mode     = "PAY_PER_REQUEST"
  hash_key         = "id"
  stream_enabled   = true
  stream_view_type = "NEW_AND_OLD_IMAGES"

  attribute {
    name = "id"
    type = "S"
  }

  lifecycle {
    ignore_changes = [replica]
  }
}

resource "aws_dynamodb_table_replica" "away" {
  provider               = aws.away
  global_table_arn       = aws_dynamodb_table.main.arn
  point_in_time_recovery = true

  tags = {
    team = "shop"
  }
}
