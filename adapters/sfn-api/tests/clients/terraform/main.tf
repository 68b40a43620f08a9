# The resources of the test: a state machine that publishes versions, an alias and an activity.

terraform {
  required_providers {
    aws = {
      source = "hashicorp/aws"
    }
  }
}

variable "endpoint" {
  description = "Address of the server"
  type        = string
}

variable "definition" {
  description = "File with the definition of the machine"
  type        = string
}

variable "role" {
  description = "Name of the role of the machine"
  type        = string
  default     = "one"
}

variable "tags" {
  description = "Tags of the machine"
  type        = map(string)
  default     = { team = "sales" }
}

provider "aws" {
  region                      = "us-east-1"
  access_key                  = "any"
  secret_key                  = "any"
  skip_credentials_validation = true
  skip_requesting_account_id  = true
  skip_metadata_api_check     = true

  endpoints {
    sfn = var.endpoint
  }
}

resource "aws_sfn_state_machine" "hello" {
  name       = "hello"
  definition = file(var.definition)
  role_arn   = "arn:aws:iam::123456789012:role/${var.role}"
  publish    = true
  tags       = var.tags
}

resource "aws_sfn_alias" "live" {
  name = "live"

  routing_configuration {
    state_machine_version_arn = aws_sfn_state_machine.hello.state_machine_version_arn
    weight                    = 100
  }
}

resource "aws_sfn_activity" "approval" {
  name = "approval"
}

data "aws_sfn_state_machine" "hello" {
  name = aws_sfn_state_machine.hello.name
}

output "machine" {
  value = data.aws_sfn_state_machine.hello.arn
}

output "alias" {
  value = aws_sfn_alias.live.arn
}

output "version" {
  value = aws_sfn_state_machine.hello.state_machine_version_arn
}
