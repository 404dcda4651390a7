# Units of a table that follow the load, and the time of day.

resource "aws_dynamodb_table" "scaled" {
  name           = "scaled"
  hash_key       = "id"
  read_capacity  = 5
  write_capacity = 5

  attribute {
    name = "id"
    type = "S"
  }

  lifecycle {
    ignore_changes = [read_capacity, write_capacity]
  }
}

resource "aws_appautoscaling_target" "reads" {
  service_namespace  = "dynamodb"
  resource_id        = "table/${aws_dynamodb_table.scaled.name}"
  scalable_dimension = "dynamodb:table:ReadCapacityUnits"
  min_capacity       = 6
  max_capacity       = 20

  tags = {
    team = "core"
  }
}

resource "aws_appautoscaling_policy" "reads" {
  name               = "DynamoDBReadCapacityUtilization:${aws_appautoscaling_target.reads.resource_id}"
  policy_type        = "TargetTrackingScaling"
  service_namespace  = aws_appautoscaling_target.reads.service_namespace
  resource_id        = aws_appautoscaling_target.reads.resource_id
  scalable_dimension = aws_appautoscaling_target.reads.scalable_dimension

  target_tracking_scaling_policy_configuration {
    target_value = 70

    predefined_metric_specification {
      predefined_metric_type = "DynamoDBReadCapacityUtilization"
    }
  }
}

resource "aws_appautoscaling_scheduled_action" "morning" {
  name               = "morning"
  service_namespace  = aws_appautoscaling_target.reads.service_namespace
  resource_id        = aws_appautoscaling_target.reads.resource_id
  scalable_dimension = aws_appautoscaling_target.reads.scalable_dimension
  schedule           = "cron(0 8 ? * MON-FRI *)"
  timezone           = "Europe/Berlin"

  scalable_target_action {
    min_capacity = 10
    max_capacity = 20
  }
}
