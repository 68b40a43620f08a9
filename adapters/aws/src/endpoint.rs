//! The addresses of services.

use asl_aws_models::{Operation, Service};
use url::Url;

use crate::problem::Problem;
use crate::request::{Wire, encoded};

/// The address of a request, and the region of its signature.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Address {
    pub(crate) url: Url,
    pub(crate) region: String,
}

/// The address of a request: at an endpoint that stands for all of AWS, or at the service's own.
pub(crate) fn address(
    service: &Service,
    operation: &Operation<'_>,
    wire: &Wire,
    endpoint: Option<&str>,
    region: &str,
) -> Result<Address, Problem> {
    let (base, path, region) = match endpoint {
        Some(endpoint) => {
            (endpoint.trim_end_matches('/').to_owned(), wire.path.clone(), region.to_owned())
        }
        None => own(service, operation, wire, region)?,
    };
    let query: Vec<String> = wire
        .query
        .iter()
        .map(|(name, value)| match value.as_str() {
            "" => encoded(name),
            value => format!("{}={}", encoded(name), encoded(value)),
        })
        .collect();
    let mut text = format!("{base}{path}");
    if !query.is_empty() {
        text.push('?');
        text.push_str(&query.join("&"));
    }
    let url = Url::parse(&text)
        .map_err(|error| Problem::new(format!("the address of the service is no URL: {error}")))?;
    if !url.as_str().contains(path.as_str()) {
        // A URL has no `..`, so the path would be another one.
        return Err(Problem::new("a part of the path is `.` or `..`, which a URL cannot have"));
    }
    Ok(Address { url, region })
}

/// Scheme and host, path, and region of a service at AWS.
fn own(
    service: &Service,
    operation: &Operation<'_>,
    wire: &Wire,
    region: &str,
) -> Result<(String, String, String), Problem> {
    let (host, region) = host(service, region);
    if service.name() == "s3" {
        let (bucket, path) = bucket(&wire.path);
        if let Some(bucket) = bucket {
            return Ok((format!("https://{bucket}.{host}"), path.to_owned(), region.to_owned()));
        }
    }
    let prefix = prefix(operation, wire)?;
    Ok((format!("https://{prefix}{host}"), wire.path.clone(), region.to_owned()))
}

/// The host of a service in a region, and the region of its signatures.
fn host<'r>(service: &Service, region: &'r str) -> (String, &'r str) {
    let prefix = service.endpoint_prefix();
    if region.starts_with("cn-") {
        return (format!("{prefix}.{region}.amazonaws.com.cn"), region);
    }
    let regional = || format!("{prefix}.{region}.amazonaws.com");
    if region.starts_with("us-gov-") {
        return (regional(), region);
    }
    // The services that are the same in all regions, and those with other hosts.
    match prefix {
        "s3" | "sts" => (regional(), region),
        "account" | "billingconductor" | "ce" | "chime" | "organizations" | "shield" => {
            (format!("{prefix}.us-east-1.amazonaws.com"), "us-east-1")
        }
        "tax" => ("tax.us-east-1.amazonaws.com".to_owned(), "us-east-1"),
        "budgets" | "waf" => (format!("{prefix}.amazonaws.com"), "us-east-1"),
        "health" => ("global.health.amazonaws.com".to_owned(), "us-east-1"),
        "networkmanager" => ("networkmanager.us-west-2.amazonaws.com".to_owned(), "us-west-2"),
        "codecatalyst" => ("codecatalyst.global.api.aws".to_owned(), "us-east-1"),
        "notifications-contacts" => {
            ("notifications-contacts.us-east-1.api.aws".to_owned(), "us-east-1")
        }
        "datazone" | "eks-auth" | "gameliftstreams" | "internetmonitor" | "kendra-ranking"
        | "notifications" | "qbusiness" => (format!("{prefix}.{region}.api.aws"), region),
        _ => service
            .global_endpoint()
            .map_or_else(|| (regional(), region), |host| (host.to_owned(), "us-east-1")),
    }
}

/// The part of the host that the operation prescribes, with the request's labels.
fn prefix(operation: &Operation<'_>, wire: &Wire) -> Result<String, Problem> {
    let mut prefix = operation.host_prefix.unwrap_or_default().to_owned();
    for (name, label) in &wire.labels {
        let is_label = !label.is_empty()
            && label.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '-');
        if !is_label {
            return Err(Problem::new(format!("\"{name}\" cannot be part of a host's name")));
        }
        prefix = prefix.replace(&format!("{{{name}}}"), label);
    }
    Ok(prefix)
}

/// The bucket that becomes part of the host, and the rest of the path. A bucket whose name has dots
/// or capital letters stays in the path, because it does not fit S3's certificate.
fn bucket(path: &str) -> (Option<&str>, &str) {
    let rest = path.strip_prefix('/').unwrap_or(path);
    let (bucket, _) = rest.split_once('/').unwrap_or((rest, ""));
    let fits = (3..=63).contains(&bucket.len())
        && bucket
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
    if !fits {
        return (None, path);
    }
    let key = rest.get(bucket.len()..).unwrap_or_default();
    (Some(bucket), if key.is_empty() { "/" } else { key })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(name: &str, action: &str, wire: &Wire, endpoint: Option<&str>, region: &str) -> String {
        let service = asl_aws_models::service(name).expect("a service");
        let operation = service.operation(action).expect("an action");
        let found = address(&service, &operation, wire, endpoint, region);
        found.map_or_else(
            |problem| problem.to_string(),
            |found| format!("{} {}", found.url, found.region),
        )
    }

    fn path(path: &str) -> Wire {
        Wire { path: path.to_owned(), ..Wire::default() }
    }

    #[test]
    fn services_have_their_hosts() {
        let root = path("/");
        let of = |name, action, region| at(name, action, &root, None, region);
        assert_eq!(
            of("sqs", "sendMessage", "eu-west-1"),
            "https://sqs.eu-west-1.amazonaws.com/ eu-west-1"
        );
        assert_eq!(
            of("sqs", "sendMessage", "cn-north-1"),
            "https://sqs.cn-north-1.amazonaws.com.cn/ cn-north-1"
        );
        assert_eq!(of("iam", "getRole", "eu-west-1"), "https://iam.amazonaws.com/ us-east-1");
        assert_eq!(
            of("cloudwatchlogs", "putLogEvents", "eu-west-1"),
            "https://logs.eu-west-1.amazonaws.com/ eu-west-1"
        );
    }

    #[test]
    fn some_services_are_the_same_everywhere() {
        let root = path("/");
        let of = |name, action, region| at(name, action, &root, None, region);
        assert_eq!(
            of("sts", "getCallerIdentity", "eu-west-1"),
            "https://sts.eu-west-1.amazonaws.com/ eu-west-1"
        );
        assert_eq!(
            of("organizations", "listRoots", "eu-west-1"),
            "https://organizations.us-east-1.amazonaws.com/ us-east-1"
        );
        assert_eq!(
            of("budgets", "describeBudget", "eu-west-1"),
            "https://budgets.amazonaws.com/ us-east-1"
        );
        assert_eq!(
            of("iam", "getRole", "us-gov-west-1"),
            "https://iam.us-gov-west-1.amazonaws.com/ us-gov-west-1"
        );
        assert_eq!(
            of("qbusiness", "listApplications", "eu-west-1"),
            "https://qbusiness.eu-west-1.api.aws/ eu-west-1"
        );
    }

    #[test]
    fn buckets_are_in_the_host_where_they_fit() {
        let of = |text, endpoint| at("s3", "getObject", &path(text), endpoint, "eu-west-1");
        assert_eq!(
            of("/books/a/b%20c", None),
            "https://books.s3.eu-west-1.amazonaws.com/a/b%20c eu-west-1"
        );
        assert_eq!(
            of("/my.books/a", None),
            "https://s3.eu-west-1.amazonaws.com/my.books/a eu-west-1"
        );
        assert_eq!(
            of("/books/a", Some("http://127.0.0.1:5000/")),
            "http://127.0.0.1:5000/books/a eu-west-1"
        );
        assert_eq!(
            of("/books/../x", None),
            "a part of the path is `.` or `..`, which a URL cannot have"
        );
    }
}
