# The resource of 2017, which fails on AWS since 2026.

terraform {
  required_providers {
    aws = { source = "hashicorp/aws" }
  }
}

variable "endpoint" {
  type = string
}

provider "aws" {
  region                      = "eu-central-1"
  skip_credentials_validation = true
  skip_metadata_api_check     = true
  skip_requesting_account_id  = true

  endpoints {
    dynamodb = var.endpoint
    sts      = var.endpoint
  }
}

resource "aws_dynamodb_global_table" "legacy" {
  name = "legacy"

  replica {
    region_name = "eu-central-1"
  }

  replica {
    region_name = "us-east-1"
  }
}
