//! The articles of the shop, from the table `stock.csv` that is built into the program.

use std::collections::BTreeMap;

/// An article.
#[derive(Clone, Debug)]
pub struct Article {
    /// Name for customers.
    pub name: &'static str,
    /// Price of one piece, without tax.
    pub cents: u64,
    /// Weight of one piece.
    pub grams: u64,
    /// Number in stock at the start.
    pub in_stock: u64,
}

/// Articles by their stock keeping unit.
#[derive(Clone, Debug)]
pub struct Catalog(BTreeMap<&'static str, Article>);

impl Catalog {
    /// Reads the table. A line without five fields would be a mistake of ours, which a test
    /// excludes.
    pub fn built_in() -> Self {
        Self(include_str!("../stock.csv").lines().skip(1).filter_map(line).collect())
    }

    /// The article with this stock keeping unit.
    pub fn get(&self, sku: &str) -> Option<&Article> {
        self.0.get(sku)
    }

    /// Each article with its stock keeping unit.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &Article)> {
        self.0.iter().map(|(sku, article)| (*sku, article))
    }
}

fn line(line: &'static str) -> Option<(&'static str, Article)> {
    let mut fields = line.split(',');
    let (sku, name) = (fields.next()?, fields.next()?);
    let mut number = || fields.next()?.parse().ok();
    Some((sku, Article { name, cents: number()?, grams: number()?, in_stock: number()? }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_table_is_an_article() {
        assert_eq!(
            Catalog::built_in().iter().count(),
            include_str!("../stock.csv").lines().count() - 1
        );
    }
}
